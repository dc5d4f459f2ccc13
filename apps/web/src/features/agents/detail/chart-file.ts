import type { Range } from '@atalaya/contract/telemetry'
import type { MachineRange } from '#web/features/agents/telemetry.queries.ts'

type Cell = string | number | null

/** What a spreadsheet would carry out: names are other people's, so it gets a quotation mark before it. */
const FORMULA = /^[=+\-@\t\r]/

function quoted(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What was measured in each step: the instant in UTC, then average, least and most of each number. */
function rowsOf({ from, stepMs, counts, series }: Range, metrics: readonly string[]): Cell[][] {
  const columns = metrics.map((name) => series.find(({ metric }) => metric === name))
  return counts.flatMap((count, slot) => {
    if (count === 0) return []
    const values = columns.flatMap((one) => [one?.avg[slot], one?.min[slot], one?.max[slot]])
    return [[new Date(from + slot * stepMs).toISOString(), ...values.map((value) => value ?? null)]]
  })
}

/** A table of all that the charts show, as other programs read it: a row a step; of several machines, with their names. */
export function csvOf(machines: readonly MachineRange[]): string {
  const metrics = [...new Set(machines.flatMap(({ range }) => range.series.map(({ metric }) => metric)))]
  const isCompared = machines.length > 1
  const numbers = metrics.flatMap((metric) => [`${metric} avg`, `${metric} min`, `${metric} max`])
  const head = [...(isCompared ? ['agent', 'name'] : []), 'time', ...numbers]
  const rows = machines.flatMap(({ agentId, name, range }) =>
    rowsOf(range, metrics).map((row) => (isCompared ? [agentId, name, ...row] : row)),
  )
  return `${[head, ...rows].map((row) => row.map(quoted).join()).join('\r\n')}\r\n`
}
