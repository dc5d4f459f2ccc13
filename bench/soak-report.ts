import type { SoakRow } from './display-soak.ts'
import { median } from './measured.ts'
import type { PageMemory } from './page-memory.ts'

/** Maximum growth of a display's memory, from its first hour to its end. */
export const GROWTH_MAX = 1.05

/** The columns of a report, as CSV. */
export const HEAD = 'hours,heap MB,nodes,listeners,ticks,frames,page,reloads'

/** A row of the report, as CSV. */
export function lineOf({ hours, heap, nodes, listeners, ticks, frames, shown, reloads }: SoakRow): string {
  return [hours.toFixed(2), heap.toFixed(2), nodes, listeners, ticks, frames, shown, reloads].join(',')
}

const COMPARED = 3
/** Rows of the first hour, in which hot code is still being compiled. */
const WARM_UP_ROWS = 1

/** Medians of three rows: one alone is up to 4 % off, depending on the browser's work. */
function mediansOf(rows: SoakRow[]): PageMemory {
  const medianOf = (key: keyof PageMemory) => median(rows.map((row) => row[key]))
  return { heap: medianOf('heap'), nodes: medianOf('nodes'), listeners: medianOf('listeners') }
}

/**
 * Memory in the hours after the first, and at the end. If a day has few rows, the medians are over all of them.
 *
 * @throws Error without any row.
 */
export function endsOf(rows: SoakRow[]): { first: PageMemory; last: PageMemory; reloads: number } {
  const end = rows.at(-1)
  if (!end) throw new Error('The soak ended before there was a row to compare')
  const afterFirst = rows.length > WARM_UP_ROWS + COMPARED ? rows.slice(WARM_UP_ROWS) : rows
  return {
    first: mediansOf(afterFirst.slice(0, COMPARED)),
    last: mediansOf(rows.slice(-COMPARED)),
    reloads: end.reloads,
  }
}
