import type { InstancesRepo } from './instances.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: InstancesRepo
  own: string
  settings: GatewaySettings
  /** An instance says nothing any more: nobody holds its agents. */
  onSilent(instance: string): Promise<void>
  /** The others took this one for dead. */
  onGivenUp(): void
  onError(error: unknown): void
}

/**
 * The lease of each instance: it says every few seconds that it lives, and looks who has stopped saying
 * so. That goes by how long it has seen no new beat itself, so the clocks of the others do not matter.
 */
export function createInstances({ repo, own, settings, onSilent, onGivenUp, onError }: Needs) {
  const heard = new Map<string, { beat: number; at: number }>()
  let renewedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let renewing: Promise<void> = Promise.resolve()

  async function renew(): Promise<void> {
    if ((await repo.beat(own)) === 1) onGivenUp()
    const others = (await repo.all()).filter(({ id }) => id !== own)
    const at = performance.now()
    // Whoever could not look for a while, because the database was away or the process stood still, judges nobody yet.
    if (at - renewedAt > settings.leaseMs / 2) heard.clear()
    renewedAt = at
    for (const { id, beat } of others) {
      const last = heard.get(id)
      if (last?.beat !== beat) heard.set(id, { beat, at })
      else if (at - last.at > settings.leaseMs) await giveUp(id)
    }
  }

  /** Every instance that finds it out does this: any of them may end before it is done. */
  async function giveUp(id: string): Promise<void> {
    await onSilent(id)
    await repo.remove(id)
    heard.delete(id)
  }

  function renewLater(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      renewing = renew().catch(onError).finally(renewLater)
    }, settings.beatMs)
  }

  return {
    /** Says for the first time that this one lives. Returns whom it knows of, alive or just gone. */
    async start(): Promise<string[]> {
      await repo.beat(own)
      renewLater()
      return (await repo.all()).map(({ id }) => id)
    },
    /** Its lease runs out, and with it the time that agents have which do not come back. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await renewing
    },
  }
}
export type Instances = ReturnType<typeof createInstances>
