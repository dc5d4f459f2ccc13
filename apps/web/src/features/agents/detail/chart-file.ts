import type { Range } from '@atalaya/contract/telemetry'
import type { MachineRange } from '#web/features/agents/telemetry.queries.ts'

type Cell = string | number | null

/**
 * Text that a spreadsheet would run as a formula. Names come from other users, so it gets a leading apostrophe (CSV
 * injection).
 */
const FORMULA = /^[=+\-@\t\r]/

function quote(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row per step with data: the instant in UTC, then average, minimum and maximum of each metric. */
function rowsOf({ from, stepMs, counts, series }: Range, metrics: readonly string[]): Cell[][] {
  const columns = metrics.map((name) => series.find(({ metric }) => metric === name))
  return counts.flatMap((count, slot) => {
    if (count === 0) return []
    const values = columns.flatMap((column) => [column?.avg[slot], column?.min[slot], column?.max[slot]])
    return [[new Date(from + slot * stepMs).toISOString(), ...values.map((value) => value ?? null)]]
  })
}

/** All data of the charts as CSV, a row per step; with the machines' names if there are several. */
export function csvOf(machines: readonly MachineRange[]): string {
  const metrics = [...new Set(machines.flatMap(({ range }) => range.series.map(({ metric }) => metric)))]
  const isCompared = machines.length > 1
  const numbers = metrics.flatMap((metric) => [`${metric} avg`, `${metric} min`, `${metric} max`])
  const head = [...(isCompared ? ['agent', 'name'] : []), 'time', ...numbers]
  const rows = machines.flatMap(({ agentId, name, range }) =>
    rowsOf(range, metrics).map((row) => (isCompared ? [agentId, name, ...row] : row)),
  )
  return `${[head, ...rows].map((row) => row.map(quote).join()).join('\r\n')}\r\n`
}
