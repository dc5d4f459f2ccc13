import { useIsDisplay } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import { Reading } from './reading.tsx'
import { isColumn, rowsOf, type ValueResult } from './value-result.ts'

/** Lines below the title that fit into one row of the grid, in two columns. */
const LINES = 4
/** Maximum number of columns that have room on one line. */
const COLUMNS = 4

/** Single values by their labels; below them the rows of lists, the first value of each at its start. */
export function Rows({ results, isOneRow }: { results: ValueResult[]; isOneRow: boolean }) {
  // A display can't be scrolled: rows that do not fit go to a column out of sight.
  const isDisplay = useIsDisplay()
  const columns = results.filter(isColumn)
  const single = results.filter((entry) => !isColumn(entry))
  const count = rowsOf(columns)
  if (single.length === 0 && count === 0) return <Note text="The list is empty." />
  const rows = [
    ...single.map((entry) => <LabelledValue key={entry.key} result={entry} />),
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and the list is drawn as a whole.
    ...Array.from({ length: count }, (_, row) => <Row key={row} columns={columns} row={row} />),
  ]
  if (isOneRow) return <Lines rows={rows} />
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label="Values"
      className={`min-h-0 flex-1 gap-6 text-sm leading-snug @min-[34rem]:columns-2 ${isDisplay ? 'columns-1 overflow-hidden [column-fill:auto]' : 'scroll-list'}`}
    >
      {rows}
    </ul>
  )
}

/** First rows, side by side if there is room: in one row of the grid nothing scrolls. */
function Lines({ rows }: { rows: ReactNode[] }) {
  return (
    <ul
      aria-label="Values"
      className="grid min-h-0 flex-1 grid-cols-1 content-center gap-x-6 overflow-hidden text-sm leading-tight @min-[26rem]:grid-cols-2 @max-[26rem]:[&>:nth-child(n+3)]:hidden"
    >
      {rows.slice(0, LINES)}
    </ul>
  )
}

function LabelledValue({ result }: { result: ValueResult }) {
  return (
    <li className="flex min-w-0 break-inside-avoid items-baseline gap-2 @max-[8rem]:flex-wrap @max-[8rem]:gap-x-2 @max-[8rem]:gap-y-0">
      <span className="min-w-[2.5em] flex-1 truncate text-muted-foreground" title={result.value.label}>
        {result.value.label}
      </span>
      <span className="max-w-2/3 @max-[8rem]:max-w-full font-medium tabular-nums">
        <Reading result={result} />
      </span>
    </li>
  )
}

/** Small widgets show the first value and the last, or the first alone. */
function Row({ columns: [head, ...others], row }: { columns: ValueResult[]; row: number }) {
  const tail = others.slice(0, COLUMNS - 1)
  const last = tail.length - 1
  return (
    <li className="flex min-w-0 break-inside-avoid items-baseline gap-2">
      <span className="min-w-[2.5em] shrink grow">{head && <Reading result={head} row={row} />}</span>
      {tail.map((column, index) => (
        <span
          key={column.key}
          className={`text-muted-foreground tabular-nums ${index === last ? 'max-w-1/2 shrink-0 @max-[6rem]:hidden' : 'min-w-[2.5em] shrink @max-[12rem]:hidden'}`}
        >
          <Reading result={column} row={row} />
        </span>
      ))}
    </li>
  )
}
