import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { Delivery } from './items.ts'
import type { MetricSets } from './metric-sets.ts'
import { type RunStates, receiptsOf } from './receipts.ts'
import { toRows } from './rows.ts'

/** Senders that get a receipt in one turn of the event loop. */
const RECEIPTS_PER_TURN = 100

type Needs = {
  tx: RunInTransaction<'telemetry'>
  /** True if there is room for history. Otherwise agents keep their items and send them again. */
  hasRoom(): boolean
  sets: MetricSets
  /** Collects the agents whose records were stored. */
  withRecords: Set<number>
  /** Called with a stored batch. The next batch and its receipts do not wait for work that a listener starts. */
  listeners: ((batch: Delivery[]) => void)[]
  faults: Faults
  now: () => number
}

/** Commits a batch: stores it, then calls back with receipts, then calls the listeners. */
export function createCommit({ tx, hasRoom, sets, withRecords, listeners, faults, now }: Needs) {
  async function store(batch: Delivery[]): Promise<RunStates> {
    const rows = await toRows(batch, sets, now())
    const runStates = await tx((repos) => repos.telemetry.store(rows))
    for (const { ref } of rows.records) withRecords.add(ref)
    return runStates
  }

  /** Never throws: senders of items that could not be stored get null in place of a receipt. */
  return async (batch: Delivery[]): Promise<void> => {
    const stored = hasRoom() ? store(batch) : Promise.resolve(null)
    const runStates = await stored.catch((error) => {
      faults.report('job', error)
      return null
    })
    for await (const receipts of inParts(receiptsOf(batch, runStates ?? new Map()), RECEIPTS_PER_TURN)) {
      for (const { onReceipt, receipt } of receipts) {
        faults.contain('agent_socket', () => onReceipt(runStates ? receipt : null))
      }
    }
    if (!runStates) return
    for (const listener of listeners) faults.contain('job', () => listener(batch))
  }
}
export type Commit = ReturnType<typeof createCommit>
