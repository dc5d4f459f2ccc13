import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Delivery } from './items.ts'
import type { MetricSets } from './metric-sets.ts'
import { receiptsOf, type Standings } from './receipts.ts'
import { toRows } from './rows.ts'

type Needs = {
  tx: RunInTransaction<'telemetry'>
  /** True if there is room for history. Otherwise agents keep their items and send them again. */
  hasRoom(): boolean
  sets: MetricSets
  /** Collects the agents whose records were stored. */
  withRecords: Set<number>
  /** Called with a stored batch. */
  listeners: ((batch: Delivery[]) => void)[]
  faults: Faults
  now: () => number
}

/** Commits a batch: stores it, then calls back with receipts, then calls the listeners. */
export function createCommit({ tx, hasRoom, sets, withRecords, listeners, faults, now }: Needs) {
  async function store(batch: Delivery[]): Promise<Standings> {
    const rows = await toRows(batch, sets, now())
    const standings = await tx((repos) => repos.telemetry.store(rows))
    for (const { ref } of rows.records) withRecords.add(ref)
    return standings
  }

  /** Never throws: senders of items that could not be stored get null in place of a receipt. */
  return async (batch: Delivery[]): Promise<void> => {
    const stored = hasRoom() ? store(batch) : Promise.resolve(null)
    const standings = await stored.catch((error) => {
      faults.report('job', error)
      return null
    })
    for (const { onReceipt, receipt } of receiptsOf(batch, standings ?? new Map())) {
      faults.contained('agent_socket', () => onReceipt(standings ? receipt : null))
    }
    if (!standings) return
    for (const listener of listeners) faults.contained('job', () => listener(batch))
  }
}
export type Commit = ReturnType<typeof createCommit>
