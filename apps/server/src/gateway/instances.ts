import type { InstancesRepo } from './instances.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: InstancesRepo
  /** Id of this instance. */
  instance: string
  settings: GatewaySettings
  /** Called with an instance that has gone silent, so its agents are no longer connected to it. */
  onSilent(instance: string): Promise<void>
  /** Called if the other instances have given this one up. */
  onGivenUp(): Promise<void>
  onError(error: unknown): void
}

/**
 * Leases of instances. Renews this instance's lease every few seconds, and finds other instances that have gone silent.
 * Silence is measured by this instance's clock, from the last new beat, so clocks of others do not matter.
 */
export function createInstances({ repo, instance, settings, onSilent, onGivenUp, onError }: Needs) {
  const beats = new Map<string, { beat: number; at: number }>()
  let renewedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let renewing: Promise<void> = Promise.resolve()

  async function renew(): Promise<void> {
    if ((await repo.beat(instance)) === 1) await onGivenUp()
    const others = (await repo.all()).filter(({ id }) => id !== instance)
    const at = performance.now()
    // After a pause (the database was unavailable, or this process stood still) old readings prove nothing.
    if (at - renewedAt > settings.leaseMs / 2) beats.clear()
    renewedAt = at
    for (const { id, beat } of others) {
      const last = beats.get(id)
      if (last?.beat !== beat) beats.set(id, { beat, at })
      else if (at - last.at > settings.leaseMs) await giveUpInstance(id)
    }
  }

  /** Gives a silent instance up. Every instance does so, as any of them may end before it has finished. */
  async function giveUpInstance(id: string): Promise<void> {
    await onSilent(id)
    await repo.remove(id)
    beats.delete(id)
  }

  function renewLater(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      renewing = renew().catch(onError).finally(renewLater)
    }, settings.beatEveryMs)
  }

  return {
    /** Sends the first beat. Returns the known instances, alive or just stopped. */
    async start(): Promise<string[]> {
      await repo.beat(instance)
      renewLater()
      return (await repo.all()).map(({ id }) => id)
    },
    /** Stops renewing. The lease runs out, and then the grace of agents that do not reconnect. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await renewing
    },
  }
}
export type Instances = ReturnType<typeof createInstances>
