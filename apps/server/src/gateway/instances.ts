import type { InstancesRepo } from './instances.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: InstancesRepo
  own: string
  settings: GatewaySettings
  /** Called with a silent instance: its agents have no holder any more. */
  onSilent(instance: string): Promise<void>
  /** The other instances gave this one up. */
  onGivenUp(): void
  onError(error: unknown): void
}

/**
 * Lease of each instance: it renews its own every few seconds, and finds those that have gone silent. Silence is
 * measured by its own clock, from the last new beat that it saw. The others' clocks do not matter.
 */
export function createInstances({ repo, own, settings, onSilent, onGivenUp, onError }: Needs) {
  const beats = new Map<string, { beat: number; at: number }>()
  let renewedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let renewing: Promise<void> = Promise.resolve()

  async function renew(): Promise<void> {
    if ((await repo.beat(own)) === 1) onGivenUp()
    const others = (await repo.all()).filter(({ id }) => id !== own)
    const at = performance.now()
    // After a pause of ours (the database was away, or the process stood still) old readings prove nothing.
    if (at - renewedAt > settings.leaseMs / 2) beats.clear()
    renewedAt = at
    for (const { id, beat } of others) {
      const last = beats.get(id)
      if (last?.beat !== beat) beats.set(id, { beat, at })
      else if (at - last.at > settings.leaseMs) await giveUp(id)
    }
  }

  /** Done by every instance that notices it, as any of them may end before it is done. */
  async function giveUp(id: string): Promise<void> {
    await onSilent(id)
    await repo.remove(id)
    beats.delete(id)
  }

  function renewLater(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      renewing = renew().catch(onError).finally(renewLater)
    }, settings.beatMs)
  }

  return {
    /** Sends the first beat. Returns the known instances, alive or just stopped. */
    async start(): Promise<string[]> {
      await repo.beat(own)
      renewLater()
      return (await repo.all()).map(({ id }) => id)
    },
    /** Lets the lease run out, and with it the grace of agents that do not come back. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await renewing
    },
  }
}
export type Instances = ReturnType<typeof createInstances>
