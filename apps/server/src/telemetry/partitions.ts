import type { RunInTransaction } from '#server/compose/repos.ts'
import { cuts, isBusy, type PartedTable, type Partition, type Span } from '#server/db/partitions.ts'
import type { PartitionsRepo } from './partitions.repo.ts'
import { RAW_KEEP_MS, RECORD_KEEP_MS, type RollupTier } from './tiers.ts'

/** Partitions that are ready before they are needed, and one behind for what comes late. */
const AHEAD = 2
const BEHIND = 1
const HOUR_MS = 60 * 60_000

/** A table, or the rows of one step in it, with how long its rows are kept. */
type Kept = { table: PartedTable; step: number | null; keepMs: number; widthMs: number }
type Needs = { repo: PartitionsRepo; tx: RunInTransaction; tiers: RollupTier[]; now: () => number }

/** Makes the partitions of telemetry ahead of time, and drops those whose rows are all too old. */
export function createPartitions({ repo, tx, tiers, now }: Needs) {
  const kept = Map.groupBy(keptOf(tiers), ({ table }) => table)

  function missing({ step, widthMs }: Kept, taken: Partition[]): Span[] {
    const present = Math.floor(now() / widthMs) * widthMs
    const from = present - BEHIND * widthMs
    const ofStep = taken.filter((one) => one.step === step)
    return gaps(ofStep, from, present + (AHEAD + 1) * widthMs, widthMs).map((gap) => ({ step, ...gap }))
  }
  const over = ({ step, keepMs }: Kept, taken: Partition[]): string[] =>
    taken.filter((one) => one.step === step && one.to <= now() - keepMs).map(({ name }) => name)

  async function renewTable(table: PartedTable, parts: Kept[], rolledUpTo: number): Promise<void> {
    const taken = await repo.list(table)
    const spans = parts.flatMap((part) => missing(part, taken))
    if (spans.length > 0) await tx((repos) => repos.partitions.create(table, spans))
    const names = parts.flatMap((part) => over(part, taken))
    const keptAfterId = table === 'samples' ? rolledUpTo : undefined
    if (names.length > 0) await tx((repos) => repos.partitions.drop(table, names, keptAfterId))
  }

  return {
    /** Does both; where somebody reads a table for so long that it would hold up who inserts, the next run does it. */
    async renew(rolledUpTo: number): Promise<void> {
      if (!repo.isParted) return
      for (const [table, parts] of kept) {
        try {
          await renewTable(table, parts, rolledUpTo)
        } catch (error) {
          if (!isBusy(error)) throw error
        }
      }
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>

/** A partition goes as a whole, so none is wider than a quarter of the time that its rows are kept. */
function keptOf(tiers: RollupTier[]): Kept[] {
  const keepOf = ({ table, step }: { table: PartedTable; step: number | null }) => {
    if (table === 'samples') return RAW_KEEP_MS
    return tiers.find(({ stepMs }) => stepMs / 1000 === step)?.keepMs ?? RECORD_KEEP_MS
  }
  return cuts.map(({ widthMs, ...cut }) => {
    const keepMs = keepOf(cut)
    const widest = Math.max(1, Math.floor(keepMs / 4 / HOUR_MS)) * HOUR_MS
    return { ...cut, keepMs, widthMs: Math.min(widthMs, widest) }
  })
}

/** What nobody has taken of a time, in pieces of `widthMs`; some may have been taken in other widths. */
export function gaps(taken: Omit<Span, 'step'>[], from: number, to: number, widthMs: number): Omit<Span, 'step'>[] {
  const found: Omit<Span, 'step'>[] = []
  for (let start = from; start < to; start += widthMs) {
    let at = start
    for (const one of taken.filter((other) => other.from < start + widthMs && other.to > start)) {
      if (one.from > at) found.push({ from: at, to: one.from })
      at = Math.max(at, one.to)
    }
    if (at < start + widthMs) found.push({ from: at, to: start + widthMs })
  }
  return found
}
