import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import { OWNED_TABLES, type RemovalsRepo } from './removals.repo.ts'

const FINISH_EVERY_MS = 60 * 60_000

type Needs = {
  repo: Pick<RemovalsRepo, 'listBegun'>
  tx: RunInTransaction<'removals'>
  signals: Pick<AgentSignals, 'disconnectOwner'>
  live: Pick<Live, 'emit'>
  faults: Faults
}

/** Removes the rows of closed accounts, a part at a time. Other changes wait for one part at most. */
export function createRemovals({ repo, tx, signals, live, faults }: Needs) {
  let isStopping = false

  /**
   * Finishes the removal of an account; a stopping server leaves the rest to the next start. Two concurrent calls are
   * harmless: each removes the rows that it finds.
   */
  async function finish(id: string): Promise<void> {
    signals.disconnectOwner({ ownerId: id, isGone: true })
    for (const table of OWNED_TABLES) {
      while (await tx(({ removals }) => removals.removePart(id, table))) if (isStopping) return
    }
    await tx(({ removals }) => removals.end(id))
    await live.emit({ type: 'user.deleted', data: { _id: id } }, { admins: true })
  }
  async function finishAll(): Promise<void> {
    for (const id of await repo.listBegun()) await finish(id)
  }

  let firstRun: Promise<void> | undefined
  let job: Repeated | undefined
  return {
    finish,
    /** Finishes interrupted removals, now and every hour. A restart or an unreachable database interrupts one. */
    start(): void {
      firstRun = finishAll()
      faults.inBackground('job', firstRun)
      job = repeat(faults, FINISH_EVERY_MS, finishAll)
    },
    async stop(): Promise<void> {
      isStopping = true
      await Promise.allSettled([firstRun, job?.stop()])
    },
  }
}
export type Removals = ReturnType<typeof createRemovals>
