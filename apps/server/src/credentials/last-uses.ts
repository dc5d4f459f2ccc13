import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { CredentialsRepo, Use } from './credentials.repo.ts'

/** Interval in ms at which uses are stored. */
const STORE_EVERY_MS = 60_000

type Needs = { repo: Pick<CredentialsRepo, 'recordUse'>; faults: Faults; now: () => number }

/** Last uses of credentials, kept in memory and stored once a minute: a request must not wait for a disk. */
export function createLastUses({ repo, faults, now }: Needs) {
  let uses = new Map<string, Use>()

  async function write(): Promise<void> {
    const batch = uses
    uses = new Map()
    try {
      for (const use of batch.values()) await repo.recordUse(use)
    } catch (error) {
      // Stored with the next write; newer uses stay.
      uses = new Map([...batch, ...uses])
      throw error
    }
  }

  let job: Repeated | undefined
  return {
    add: (id: string, address: string): void => void uses.set(id, { id, at: now(), address }),
    write,
    start(): void {
      job = repeat(faults, STORE_EVERY_MS, write)
    },
    async stop(): Promise<void> {
      await job?.stop()
      await write()
    },
  }
}
export type LastUses = ReturnType<typeof createLastUses>
