import type { Range } from '@atalaya/contract/telemetry'
import { type Bucket, merge } from './bucket.ts'

/** Slots of a chart, to be filled. */
export type Slots = {
  add(at: number, names: string[], bucket: Bucket): void
  finish(tier: Range['tier'], wanted: string[] | undefined): Range
}

type Columns = { min: (number | null)[]; avg: (number | null)[]; max: (number | null)[]; counts: number[] }

/** Start and number of slots of `stepMs`: at most `points`, though the range may begin within one. */
function slotLayout({ from, to, points }: RangeQuery, stepMs: number): { start: number; length: number } {
  // A single slot covers the whole range.
  if (points === 1) return { start: from, length: 1 }
  const start = Math.floor(from / stepMs) * stepMs
  const needed = Math.max(1, Math.ceil((to - start) / stepMs))
  // Drops the oldest slot if there is one too many, as only a part of it was requested.
  const dropped = Math.max(0, needed - points)
  return { start: start + dropped * stepMs, length: needed - dropped }
}

type RangeQuery = { from: number; to: number; points: number }

/** Slots of `stepMs` for a range; the rows of any tier are added in any order. */
export function createSlots(query: RangeQuery, stepMs: number): Slots {
  const { start, length } = slotLayout(query, stepMs)
  const counts: number[] = Array(length).fill(0)
  const metrics = new Map<string, Columns>()

  function columnsOf(name: string): Columns {
    const known = metrics.get(name)
    if (known) return known
    const empty = () => Array<number | null>(length).fill(null)
    const columns = { min: empty(), avg: empty(), max: empty(), counts: Array<number>(length).fill(0) }
    metrics.set(name, columns)
    return columns
  }

  return {
    add(at, names, bucket) {
      const slot = Math.floor((at - start) / stepMs)
      if (slot < 0 || slot >= length) return
      counts[slot] = (counts[slot] ?? 0) + bucket.count
      names.forEach((name, n) => {
        addTo(columnsOf(name), slot, bucket, n)
      })
    },
    finish(tier, wanted) {
      const names = [...metrics.keys()].sort()
      const chosen = wanted ? names.filter((name) => isWanted(name, wanted)) : names
      const series = chosen.map((metric) => {
        const { min, avg, max } = columnsOf(metric)
        return { metric, min, avg, max }
      })
      return { from: start, stepMs, tier, counts, series, metrics: names }
    },
  }
}

/** True if a metric is wanted by name or by group: `disk.used:` stands for all disks. */
const isWanted = (name: string, wanted: string[]) =>
  wanted.includes(name) || wanted.includes(name.slice(0, name.indexOf(':') + 1))

function addTo(columns: Columns, slot: number, bucket: Bucket, n: number): void {
  const more = { count: bucket.count, min: [bucket.min[n] ?? 0], avg: [bucket.avg[n] ?? 0], max: [bucket.max[n] ?? 0] }
  const [min, avg, max] = [columns.min[slot], columns.avg[slot], columns.max[slot]]
  const whole: Bucket = { count: columns.counts[slot] ?? 0, min: [min ?? 0], avg: [avg ?? 0], max: [max ?? 0] }
  if (whole.count > 0) merge(whole, more)
  const sum = whole.count > 0 ? whole : more
  columns.counts[slot] = sum.count
  columns.min[slot] = sum.min[0] ?? null
  columns.avg[slot] = sum.avg[0] ?? null
  columns.max[slot] = sum.max[0] ?? null
}
