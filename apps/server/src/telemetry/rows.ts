import { randomUUID } from 'node:crypto'
import { inParts } from '#server/domain/in-parts.ts'
import type { Delivery, QueuedItem, SentItem } from './items.ts'
import { type MetricSets, pack } from './metric-sets.ts'
import type { RunRow } from './run-states.repo.ts'
import type { RecordRow, TelemetryBatch } from './telemetry.repo.ts'

/** Samples that are packed before the event loop does other work. */
const PACKED_BATCH_SIZE = 500

/** Rows of a batch, without items that the batch itself repeats. */
export async function toRows(batch: Delivery[], sets: MetricSets, now: number): Promise<TelemetryBatch> {
  await packLate(batch, sets)
  const runs = createRuns()
  const rows: TelemetryBatch = { runs: [], samples: [], records: [], now }
  for (const { sender, items } of batch) {
    for (const item of items) {
      const run = item.seq === null ? null : runs.of(sender.ref, item.run)
      if (run && item.seq !== null && !advanceRun(run, item.seq)) continue
      addItem(rows, run, sender.ref, item)
    }
  }
  rows.runs = runs.all()
  return rows
}

/** Packs metrics whose set was not known when they came. */
async function packLate(batch: Delivery[], sets: MetricSets): Promise<void> {
  const late = batch.flatMap(({ sender: { agentId, ownerId }, items }) =>
    items.flatMap((item) => (item.loose?.metrics ? [{ agentId, ownerId, item, ...metricsOf(item.loose) }] : [])),
  )
  await sets.prepare(late)
  for await (const part of inParts(late, PACKED_BATCH_SIZE)) {
    for (const { item, ...sample } of part) {
      const set = sets.find(sample)
      if (set) item.packed = { set, body: pack(set, sample.metrics) }
    }
  }
}

const metricsOf = ({ dataType, metrics = {} }: SentItem) => ({ dataType, metrics })

/** Tracks the progress of each run in a batch. */
function createRuns() {
  const known = new Map<string, RunRow>()
  let last: RunRow | undefined
  return {
    of(ref: number, name: string): RunRow {
      if (last?.ref === ref && last.name === name) return last
      const key = `${ref} ${name}`
      last = known.get(key) ?? { ref, name, seq: 0, lowest: Number.POSITIVE_INFINITY, isOutOfOrder: false }
      known.set(key, last)
      return last
    },
    all: () => [...known.values()],
  }
}

/** Advances a run by an item. False for a repetition. */
function advanceRun(run: RunRow, seq: number): boolean {
  run.lowest = Math.min(run.lowest, seq)
  run.isOutOfOrder ||= run.seq >= seq
  if (run.seq >= seq) return false
  run.seq = seq
  return true
}

function addItem(rows: TelemetryBatch, run: RunRow | null, ref: number, item: QueuedItem): void {
  const { at, packed, loose } = item
  const seq = item.seq ?? 0
  if (packed) rows.samples.push({ run, ref, seq, at, setId: packed.set.id, body: packed.body })
  if (!loose) return
  const { dataType, metrics, data, recordId } = loose
  const tags = JSON.stringify(loose.tags ?? [])
  const row: Omit<RecordRow, 'id' | 'body'> = { ref, run, seq, at, dataType, tags }
  // Metrics without a set, because the agent has sent too many: stored as a record, which has no chart.
  if (metrics && !packed) rows.records.push({ ...row, id: randomUUID(), body: JSON.stringify(metrics) })
  if (recordId && data !== undefined) rows.records.push({ ...row, id: recordId, body: JSON.stringify(data) })
}
