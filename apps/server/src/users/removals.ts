import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import { COLLECTED, type RemovalsRepo } from './removals.repo.ts'

const EVERY_MS = 60 * 60_000

type Needs = {
  repo: Pick<RemovalsRepo, 'begun'>
  tx: RunInTransaction<'removals'>
  signals: Pick<AgentSignals, 'ownerOut'>
  live: Pick<Live, 'emit'>
  faults: Faults
}

/** Removes what shut accounts have collected, a part at a time: no change of anybody else waits for more than a part. */
export function createRemovals({ repo, tx, signals, live, faults }: Needs) {
  /** Two at once do no harm: what one has removed, the other does not find. */
  async function finish(id: string): Promise<void> {
    signals.ownerOut({ ownerId: id, isGone: true })
    for (const kind of COLLECTED) while (await tx(({ removals }) => removals.dropPart(id, kind))) {}
    await tx(({ removals }) => removals.end(id))
    await live.emit({ type: 'user.deleted', data: { _id: id } }, { admins: true })
  }
  async function finishAll(): Promise<void> {
    for (const id of await repo.begun()) await finish(id)
  }

  let first: Promise<void> | undefined
  let job: Repeated | undefined
  return {
    finish,
    /** Finishes, now and every hour, what a restart or a database that was away has cut off. */
    start(): void {
      first = finishAll()
      faults.inBackground('job', first)
      job = repeat(faults, EVERY_MS, finishAll)
    },
    async stop(): Promise<void> {
      await Promise.allSettled([first, job?.stop()])
    },
  }
}
export type Removals = ReturnType<typeof createRemovals>
