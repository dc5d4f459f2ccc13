import type { Tier } from '@atalaya/contract/telemetry'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Retention of raw samples. */
export const RAW_KEEP_MS = 2 * HOUR_MS

/** Retention of free-form records. */
export const RECORD_KEEP_MS = 7 * DAY_MS

/** A tier of rollups: samples of one bucket of `stepMs` become one row. */
export type RollupTier = { name: Exclude<Tier, 'raw'>; stepMs: number; keepMs: number }

/** Tiers, finest first. The setting bounds how long each is kept; the coarsest is kept that long. */
export function rollupTiers(retentionDays: number): RollupTier[] {
  const longest = retentionDays * DAY_MS
  return [
    { name: '1m', stepMs: MINUTE_MS, keepMs: Math.min(2 * DAY_MS, longest) },
    { name: '10m', stepMs: 10 * MINUTE_MS, keepMs: Math.min(30 * DAY_MS, longest) },
    { name: '1h', stepMs: HOUR_MS, keepMs: longest },
  ]
}

/** Widths of a slot in a chart, in ms. */
const widths = [
  ...[15_000, 30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
  ...[DAY_MS, 2 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 28 * DAY_MS],
]

/** Smallest width that is at least `ms`. */
export function widthFor(ms: number): number {
  return widths.find((width) => width >= ms) ?? Math.ceil(ms / DAY_MS) * DAY_MS
}

/** Tier and width of slots for a range: the coarsest tier that is still as fine as the slots. */
export function planRange(range: { from: number; to: number; points: number }, tiers: RollupTier[], now: number) {
  const wantedMs = widthFor((range.to - range.from) / range.points)
  const coveringTiers = tiers.filter((tier) => range.from >= now - tier.keepMs)
  const fitting = coveringTiers.filter((tier) => tier.stepMs <= wantedMs).at(-1)
  if (fitting) return { tier: fitting, stepMs: wantedMs }
  if (range.from >= now - RAW_KEEP_MS) return { tier: null, stepMs: wantedMs }
  // The finest tier that reaches back so far, else the one that reaches back farthest.
  const tier = coveringTiers[0] ?? tiers.at(-1)
  return { tier: tier ?? null, stepMs: Math.max(wantedMs, widthFor(tier?.stepMs ?? 0)) }
}
