import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { memo } from 'react'
import { Widget } from '#web/components/widget/widget.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { gridArea } from '#web/lib/looks/grid-area.ts'

type CellProps = {
  /** The page is not shown now, so its widgets need not update. */
  isSuspended: boolean
  /** Nobody is present to act on failures, so they are shown discreetly. */
  isQuiet?: boolean
  /** Saves a widget's configuration; if absent, widgets are read-only. */
  onConfig?: ((id: string, config: WidgetConfig) => void) | undefined
}
type PageGridProps = CellProps & { modules: readonly InstalledModule[]; zoom?: number; className: string }

/** Modules of a page at their positions, as displays show them. */
export function PageGrid({ modules, zoom, className, ...cells }: PageGridProps) {
  return (
    <ul
      style={{ zoom }}
      className={cn('grid min-h-0 flex-1 [grid-template-columns:repeat(4,minmax(0,1fr))]', className)}
    >
      {modules.map((module) => (
        <Cell key={module._id} module={module} {...cells} />
      ))}
    </ul>
  )
}

const Cell = memo(function Cell({
  module,
  isSuspended,
  isQuiet = false,
  onConfig,
}: CellProps & { module: InstalledModule }) {
  return (
    <li className="min-h-0 min-w-0 p-1" style={gridArea(module.position)}>
      <article aria-label={module.meta.name} className="h-full overflow-hidden rounded-xl border bg-card shadow-sm">
        <Widget
          module={module}
          isDisplay
          isQuiet={isQuiet}
          suspended={isSuspended}
          onConfig={(config) => onConfig?.(module._id, config)}
        />
      </article>
    </li>
  )
})
