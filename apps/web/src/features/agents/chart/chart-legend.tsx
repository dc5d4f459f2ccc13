import type { Point } from '@atalaya/charts/series'

type Reading = { key: string; name: string; color: string; point: Point | undefined }

/** The values under the cursor, or the newest, each with its name and colour. */
export function ChartLegend({ readings, format }: { readings: Reading[]; format: (value: number) => string }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-xs">
      {readings.map(({ key, name, color, point }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: color }} />
          <span className="text-muted-foreground">{name}</span>
          <span className="min-w-14 text-right font-medium tabular-nums">{point ? format(point.avg) : '–'}</span>
        </li>
      ))}
    </ul>
  )
}
