import type { GatewayRepo } from './gateway.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: GatewayRepo
  settings: GatewaySettings
  /** Publishes a change of these agents. */
  announce(agentIds: string[]): Promise<void>
  /** Runs a write after the earlier ones, and reports its error. */
  save(work: () => Promise<void>): void
}

/** Agents whose instance has stopped: they are `reconnecting` for a grace period, and `offline` after it. */
export function createAbandoned({ repo, settings, announce, save }: Needs) {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  async function expire(): Promise<void> {
    try {
      await announce(await repo.expireAbandoned())
    } catch (error) {
      // The database is unavailable. Without another try the agents would stay reconnecting until a server starts.
      expireAfter(settings.lastSeenEveryMs)
      throw error
    }
  }

  function expireAfter(ms: number): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      save(expire)
    }, ms)
    timers.add(timer)
  }

  return {
    /** Sets agents without a living instance to reconnecting. Runs before the first connection. */
    async begin(instances: string[]): Promise<void> {
      await repo.abandonOtherInstances(instances)
      expireAfter(settings.restartGraceMs)
    },

    /** Sets the agents of a stopped instance to reconnecting. */
    async loseInstance(instance: string): Promise<void> {
      await announce(await repo.abandonInstance(instance))
      expireAfter(settings.restartGraceMs)
    },

    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
