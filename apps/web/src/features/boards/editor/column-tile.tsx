import type { InstalledModule } from '@atalaya/contract/dashboard'
import { memo, useState } from 'react'
import { CostInfo } from '#web/components/widget/cost-info.tsx'
import { createCostMeter } from '#web/components/widget/cost-meter.ts'
import { extentText, placeText } from '#web/features/boards/editor/announcements.ts'
import type { TileAction } from '#web/features/boards/editor/tile-actions.ts'
import { TileButtons } from '#web/features/boards/editor/tile-buttons.tsx'
import { TileContent } from '#web/features/boards/editor/tile-content.tsx'
import { cn } from '#web/lib/looks/cn.ts'

/** Height of a grid row in rem, about as on a small display in landscape. */
const ROW_REM = 6.5

type ColumnTileProps = { module: InstalledModule; isRefused: boolean; onAction: (action: TileAction) => void }

const square = 'grid size-11 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent'

/** Widget in the single column of the phone's editor. Too small to drag, so its position appears as text. */
export const ColumnTile = memo(function ColumnTile({ module, isRefused, onAction }: ColumnTileProps) {
  const [cost] = useState(createCostMeter)
  const { meta, position } = module
  const place = placeText(position)
  return (
    <li className="min-w-0">
      <article
        aria-label={meta.name}
        className={cn('overflow-hidden rounded-xl border bg-card shadow-sm', isRefused && 'animate-refused')}
      >
        <header className="flex items-center border-b bg-muted/60 pl-3">
          <div className="min-w-0 flex-1 py-1 leading-tight">
            <p className="truncate font-medium text-sm">{meta.name}</p>
            <p className="text-balance text-muted-foreground text-xs">
              {`${place[0]?.toUpperCase()}${place.slice(1)}, ${extentText(position)}`}
            </p>
          </div>
          <CostInfo name={meta.name} cost={cost} className={square} />
          <TileButtons module={module} className={square} onAction={onAction} />
        </header>
        <div className="overflow-hidden" style={{ height: `${position.h * ROW_REM}rem` }}>
          <TileContent module={module} cost={cost} onAction={onAction} />
        </div>
      </article>
    </li>
  )
})
