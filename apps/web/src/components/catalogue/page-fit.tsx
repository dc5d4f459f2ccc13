import { GRID_COLUMNS, GRID_ROWS } from '@atalaya/contract/grid'
import { type Fit, fitText } from '#web/components/catalogue/fit.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { gridArea } from '#web/lib/looks/grid-area.ts'

/** Small map of the page: taken cells, and the place of the module. */
export function PageFit({ fit, pageName }: { fit: Fit; pageName: string }) {
  return (
    <div className="flex items-center gap-3">
      <div
        aria-hidden
        className="grid h-16 w-24 shrink-0 gap-px rounded-md border bg-muted p-0.5"
        style={{ gridTemplate: `repeat(${GRID_ROWS}, 1fr) / repeat(${GRID_COLUMNS}, 1fr)` }}
      >
        {fit.taken.map((position) => (
          <span
            key={`${position.x},${position.y}`}
            style={gridArea(position)}
            className="rounded-xs bg-muted-foreground/40"
          />
        ))}
        {fit.place && <span style={gridArea(fit.place)} className="rounded-xs bg-primary" />}
      </div>
      <p role="status" className={cn('text-sm', fit.place ? 'text-muted-foreground' : 'text-destructive-text')}>
        {fitText(fit, pageName)}
      </p>
    </div>
  )
}
