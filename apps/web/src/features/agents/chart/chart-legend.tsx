import type { ChartReading } from '#web/features/agents/chart/readings.ts'

/** Machines or disks stand below each other; as many cores as there may be would push the plot off the screen. */
const MANY = 8

/**
 * When, and the values then: of the cursor, or the newest, each with its name and colour. Each has a line of its own, so
 * that the plot below stays where it is while texts become longer and shorter.
 */
export function ChartLegend({ when, readings }: { when: string; readings: ChartReading[] }) {
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,1fr)] gap-0.5 text-xs">
      <p className="text-muted-foreground tabular-nums">{when}</p>
      <ul className={readings.length > MANY ? 'grid grid-cols-2 gap-x-3' : 'grid grid-cols-[minmax(0,1fr)]'}>
        {readings.map(({ key, name, color, isPast, number, value, spread }) => (
          <li key={key} className="flex items-center gap-x-1.5 whitespace-nowrap">
            {number === undefined ? (
              <span
                className={`size-2 shrink-0 rounded-full border-2 ${isPast ? '' : 'bg-current'}`}
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
