import { type Partition, type PartitionedTable, partitionings, type Span } from '#server/db/partitions.ts'
import { RAW_KEEP_MS, RECORD_KEEP_MS, type RollupTier } from './tiers.ts'

/** Partitions to make ahead of now, and before it for late data. */
const PARTITIONS_AHEAD = 2
const PARTITIONS_BEFORE = 1
const HOUR_MS = 60 * 60_000

/** Retention of a table, or of its rows of one step. */
type Retention = { table: PartitionedTable; step: number | null; keepMs: number; widthMs: number }
/** Partitions to make, and the names of those whose rows are all too old. */
type Plan = { missing: Span[]; expired: string[] }
type Piece = Omit<Span, 'step'>

/** Plan for a table with these existing partitions, at the instant `now`. */
export function planPartitions(table: PartitionedTable, tiers: RollupTier[], existing: Partition[], now: number): Plan {
  const parts = retentionsOf(table, tiers).map((retention) => ({
    retention,
    partitions: existing.filter(({ step }) => step === retention.step),
  }))
  return {
    missing: parts.flatMap(({ retention, partitions }) => missingOf(retention, partitions, now)),
    expired: parts.flatMap(({ retention: { keepMs }, partitions }) =>
      partitions.filter(({ to }) => to <= now - keepMs).map(({ name }) => name),
    ),
  }
}

/**
 * Retention of a table's rows, with the width of their partitions. A partition is dropped as a whole, so its width is
 * at most a quarter of the retention.
 */
function retentionsOf(table: PartitionedTable, tiers: RollupTier[]): Retention[] {
  const keepOf = (step: number | null) => {
    if (table === 'samples') return RAW_KEEP_MS
    return tiers.find(({ stepMs }) => stepMs / 1000 === step)?.keepMs ?? RECORD_KEEP_MS
  }
  const ofTable = partitionings.filter((partitioning) => partitioning.table === table)
  return ofTable.map(({ widthMs, step }) => {
    const keepMs = keepOf(step)
    const widest = Math.max(1, Math.floor(keepMs / 4 / HOUR_MS)) * HOUR_MS
    return { table, step, keepMs, widthMs: Math.min(widthMs, widest) }
  })
}

function missingOf({ step, widthMs }: Retention, existing: Piece[], now: number): Span[] {
  const currentStart = Math.floor(now / widthMs) * widthMs
  const [from, to] = [currentStart - PARTITIONS_BEFORE * widthMs, currentStart + (PARTITIONS_AHEAD + 1) * widthMs]
  return freeSpans(existing, from, to, widthMs).map((gap) => ({ step, ...gap }))
}

/** Free parts of a span of time, in pieces of `widthMs`. Taken ones may have other widths. */
export function freeSpans(taken: Piece[], from: number, to: number, widthMs: number): Piece[] {
  const freePieces: Piece[] = []
  for (let start = from; start < to; start += widthMs) {
    let at = start
    for (const piece of taken.filter((piece) => piece.from < start + widthMs && piece.to > start)) {
      if (piece.from > at) freePieces.push({ from: at, to: piece.from })
      at = Math.max(at, piece.to)
    }
    if (at < start + widthMs) freePieces.push({ from: at, to: start + widthMs })
  }
  return freePieces
}
