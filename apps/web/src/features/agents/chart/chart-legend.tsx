import type { ChartReading } from '#web/features/agents/chart/readings.ts'

/**
 * Maximum number of rows in one column. Longer legends (many cores) get two, or they would push the plot off the
 * screen.
 */
const ROWS_MAX = 8

/**
 * Time and values at the cursor, or the newest ones. Each value has a line of its own: the plot below must not jump as
 * texts change their length.
 */
export function ChartLegend({ when, readings }: { when: string; readings: ChartReading[] }) {
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,1fr)] gap-0.5 text-xs">
      <p className="text-muted-foreground tabular-nums">{when}</p>
      <ul className={readings.length > ROWS_MAX ? 'grid grid-cols-2 gap-x-3' : 'grid grid-cols-[minmax(0,1fr)]'}>
        {readings.map(({ key, name, color, isWeekBefore, number, value, spread }) => (
          <li key={key} className="flex items-center gap-x-1.5 whitespace-nowrap">
            {number === undefined ? (
              <span
                className={`size-2 shrink-0 rounded-full border-2 ${isWeekBefore ? '' : 'bg-current'}`}
                style={{ color, borderColor: color }}
              />
            ) : (
              <span
                className="grid size-4 shrink-0 place-items-center rounded-full border-2 font-semibold text-[10px]"
                style={{ borderColor: color }}
              >
                {number}
              </span>
            )}
            <span className="min-w-0 truncate text-muted-foreground">{name}</span>
            <span className="shrink-0 font-medium tabular-nums">{value}</span>
            {spread && <span className="shrink-0 text-muted-foreground tabular-nums">({spread})</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
