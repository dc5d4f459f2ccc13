import { GRID_COLUMNS, GRID_ROWS, type Position } from '@atalaya/contract/grid'
import { cn } from '#web/lib/looks/cn.ts'
import { gridArea } from '#web/lib/looks/grid-area.ts'

type PageTilesProps = {
  /** Description of the picture for screen readers. */
  label: string
  modules: readonly { meta: { name: string }; position: Position }[]
  aspectRatio: number
  className?: string
}

/** Small picture of a page: the place of each module, with its name. */
export function PageTiles({ label, modules, aspectRatio, className }: PageTilesProps) {
  return (
    <div
      role="img"
      aria-label={label}
      style={{ aspectRatio, gridTemplate: `repeat(${GRID_ROWS}, 1fr) / repeat(${GRID_COLUMNS}, 1fr)` }}
      className={cn('grid max-w-full overflow-hidden rounded-md border bg-background p-0.5', className)}
    >
      {modules.map(({ meta, position }) => (
        <span
          key={`${position.x} ${position.y}`}
          style={gridArea(position)}
          className="@container grid min-h-0 min-w-0 p-px"
        >
          <span className="overflow-hidden rounded-sm border bg-card px-1 text-[0.625rem] text-muted-foreground leading-4">
            {/* Narrower tiles have no room for readable text. */}
            <span className="hidden truncate @min-[2.5rem]:block" title={meta.name}>
              {meta.name}
            </span>
          </span>
        </span>
      ))}
    </div>
  )
}
