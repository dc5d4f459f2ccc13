import { useSize } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { type Found, isColumn, rowsOf } from './found.ts'
import { Note } from './note.tsx'
import { Reading } from './reading.tsx'

/** What fits below the title into one row of the grid. */
const LINES = 2

/** Single values by their labels; below them the rows of lists, the first value of each at its start. */
export function Rows({ found, isLine }: { found: Found[]; isLine: boolean }) {
  const { width } = useSize()
  const columns = found.filter(isColumn)
  const single = found.filter((one) => !isColumn(one))
  const count = rowsOf(columns)
  if (single.length === 0 && count === 0) return <Note text="The list is empty." />
  const rows = [
    ...single.map((one) => <Labelled key={one.key} found={one} />),
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and the list is drawn as a whole.
    ...Array.from({ length: count }, (_, row) => <Row key={row} columns={columns} row={row} />),
  ]
  if (isLine) return <Lines rows={rows} columns={width} />
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label="Values"
      className="min-h-0 flex-1 gap-6 overflow-y-auto text-sm leading-snug @min-[34rem]:columns-2"
    >
      {rows}
    </ul>
  )
}

/** The first of them side by side: there is no room to scroll. */
function Lines({ rows, columns }: { rows: ReactNode[]; columns: number }) {
  return (
    <ul
      aria-label="Values"
      className="grid min-h-0 flex-1 grid-flow-col grid-rows-[auto_auto] content-center gap-x-6 overflow-hidden text-sm leading-snug"
      style={{ gridAutoColumns: 'minmax(0, 1fr)' }}
    >
      {rows.slice(0, LINES * columns)}
    </ul>
  )
}

function Labelled({ found }: { found: Found }) {
  return (
    <li className="flex min-w-0 break-inside-avoid items-baseline gap-2">
      <span className="min-w-0 flex-1 truncate text-muted-foreground" title={found.value.label}>
        {found.value.label}
      </span>
      <span className="max-w-2/3 truncate font-medium tabular-nums">
        <Reading found={found} />
      </span>
    </li>
  )
}

function Row({ columns: [head, ...tail], row }: { columns: Found[]; row: number }) {
  return (
    <li className="flex min-w-0 break-inside-avoid items-baseline gap-2">
      <span className="min-w-0 flex-1 truncate">{head && <Reading found={head} row={row} />}</span>
      {tail.map((one) => (
        <span key={one.key} className="max-w-1/2 truncate text-muted-foreground tabular-nums">
          <Reading found={one} row={row} />
        </span>
      ))}
    </li>
  )
}
