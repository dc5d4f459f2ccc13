import { randomUUID } from 'node:crypto'
import type { Incoming, Queued, Waiting } from './items.ts'
import { type MetricSets, pack } from './metric-sets.ts'
import type { StreamRow } from './standings.repo.ts'
import type { RecordRow, TelemetryBatch } from './telemetry.repo.ts'

/** What waits as rows of the database, without what the batch itself repeats. */
export async function toRows(batch: Waiting[], sets: MetricSets, now: number): Promise<TelemetryBatch> {
  await packLate(batch, sets)
  const streams = createStreams()
  const rows: TelemetryBatch = { streams: [], samples: [], records: [], now }
  for (const { source, items } of batch) {
    for (const item of items) {
      const stream = item.seq === null ? null : streams.of(source.ref, item.run)
      if (stream && item.seq !== null && !moveOn(stream, item.seq)) continue
      addItem(rows, stream, source.ref, item)
    }
  }
  rows.streams = streams.all()
  return rows
}

/** Packs metrics whose set nobody knew when they came. */
async function packLate(batch: Waiting[], sets: MetricSets): Promise<void> {
  const late = batch.flatMap(({ source, items }) =>
    items.flatMap((item) => (item.loose?.metrics ? [{ agentId: source.agentId, item, ...wantedOf(item.loose) }] : [])),
  )
  await sets.prepare(late)
  for (const { item, dataType, metrics } of late) {
    const set = sets.find(dataType, metrics)
    if (set) item.packed = { set, body: pack(set, metrics) }
  }
}

const wantedOf = ({ dataType, metrics = {} }: Incoming) => ({ dataType, metrics })

/** How far each stream comes in a batch. */
function createStreams() {
  const known = new Map<string, StreamRow>()
  let last: StreamRow | undefined
  return {
    of(ref: number, run: string): StreamRow {
      if (last?.ref === ref && last.run === run) return last
      const key = `${ref} ${run}`
      last = known.get(key) ?? { ref, run, seq: 0, lowest: Number.POSITIVE_INFINITY, isPassed: false }
      known.set(key, last)
      return last
    },
    all: () => [...known.values()],
  }
}

/** Whether the item goes on where its stream stands in this batch; a repetition does not. */
function moveOn(stream: StreamRow, seq: number): boolean {
  stream.lowest = Math.min(stream.lowest, seq)
  stream.isPassed ||= stream.seq >= seq
  if (stream.seq >= seq) return false
  stream.seq = seq
  return true
}

function addItem(rows: TelemetryBatch, stream: StreamRow | null, ref: number, item: Queued): void {
  const { at, packed, loose } = item
  const seq = item.seq ?? 0
  if (packed) rows.samples.push({ stream, ref, seq, at, setId: packed.set.id, body: packed.body })
  if (!loose) return
  const { dataType, metrics, data, recordId } = loose
  const tags = JSON.stringify(loose.tags ?? [])
  const row: Omit<RecordRow, 'id' | 'body'> = { ref, run: stream?.run ?? null, seq, at, dataType, tags }
  // Too many different sets of names: kept, but as a record, which has no chart.
  if (metrics && !packed) rows.records.push({ ...row, id: randomUUID(), body: JSON.stringify(metrics) })
  if (recordId && data !== undefined) rows.records.push({ ...row, id: recordId, body: JSON.stringify(data) })
}
