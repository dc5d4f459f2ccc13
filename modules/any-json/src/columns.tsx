import { type Formats, useFormats } from '@atalaya/module-sdk'
import { Note } from './note.tsx'
import { Reading } from './reading.tsx'
import { Rows } from './rows.tsx'
import { unitText, valueText } from './text.ts'
import { isColumn, rowsOf, type ValueResult } from './value-result.ts'

/** Minimum and maximum width of a column, and the gap after it, in characters. */
const [NARROW, WIDE, GAP] = [8, 24, 2]

/** Minimum width at which a column can be read. */
const COLUMN_REM = 3.5

/**
 * A column for each value, a row for each element of the list. Single values stand in the first row alone. Small
 * widgets show a list.
 */
export function Columns({ results, isOneRow }: { results: ValueResult[]; isOneRow: boolean }) {
  const formats = useFormats()
  const count = rowsOf(results)
  if (count === 0 && results.some(isColumn)) return <Note text="The list is empty." />
  if (isOneRow) return <Rows results={results} isOneRow />
  const widths = results.map((entry) => widthOf(entry, formats))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  return (
    <>
      <div className="hidden min-h-0 flex-1 flex-col @max-[12rem]:flex">
        <Rows results={results} isOneRow={false} />
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label="Table"
        className="min-h-0 flex-1 overflow-auto @max-[12rem]:hidden"
      >
        <table
          className="w-full table-fixed border-collapse text-left text-sm leading-snug"
          style={{ minWidth: `${results.length * COLUMN_REM}rem` }}
        >
          <thead className="text-muted-foreground text-xs">
            <tr>
              {results.map(({ key, value }, index) => (
                <th
                  key={key}
                  scope="col"
                  title={value.label}
                  className={`truncate pb-1 font-normal ${cellClass(index, results.length)}`}
                  style={{ width: `${((widths[index] ?? 0) / whole) * 100}%` }}
                >
                  {value.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(1, count) }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and the table is drawn as a whole.
              <tr key={row} className="border-t">
                {results.map((entry, index) => (
                  <td key={entry.key} className={`py-0.5 tabular-nums ${cellClass(index, results.length)}`}>
                    {(row === 0 || isColumn(entry)) && <Reading result={entry} row={row} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Aligns the last column right: it often holds numbers or times. */
const cellClass = (index: number, count: number) => (index > 0 && index === count - 1 ? 'text-right' : 'pr-2')

/** Width of a column: its longest text, so that a short column leaves room to a long one. */
function widthOf({ value, picked, now }: ValueResult, formats: Formats): number {
  const scalars = picked.kind === 'column' ? picked.values : picked.kind === 'one' ? [picked.value] : []
  const lengths = scalars.map(
    (scalar) => valueText(scalar, value, formats, now).length + unitText(scalar, value).length,
  )
  return Math.min(WIDE, Math.max(NARROW, value.label.length, ...lengths)) + GAP
}
