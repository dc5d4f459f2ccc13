import type { InstalledModule } from '@atalaya/contract/dashboard'
import { EllipsisVertical, GripVertical } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { CostInfo } from '#web/components/widget/cost-info.tsx'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { placeText } from '#web/features/boards/editor/announcements.ts'
import type { TileAction, TileChoice } from '#web/features/boards/editor/tile-actions.ts'
import { TileButtons } from '#web/features/boards/editor/tile-buttons.tsx'
import type { Moves } from '#web/features/boards/editor/use-lift.ts'

type TileBarProps = {
  module: InstalledModule
  isLifted: boolean
  moves: Moves
  /** Pointer handlers of the move handle. */
  drag: HTMLAttributes<HTMLButtonElement>
  /** Load time, requests and errors of this widget. */
  cost: CostMeter
  onAction: (action: TileAction) => void
}

const loadMenu = () => import('#web/features/boards/editor/opened-tile-menu.tsx').then((m) => m.OpenedTileMenu)

const square =
  'grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent pointer-coarse:size-9 [&>svg]:size-3.5'

/**
 * Toolbar over a widget's top edge in the editor: move handle and buttons. A menu replaces the buttons on narrow
 * widgets, and for touch, which has no hover. Absolutely positioned, so that the widget has the same size as on a
 * display. Invisible until hover or focus; until then `GridTile` shows a small mark on the edge.
 */
export function TileBar({ module, isLifted, moves, drag, cost, onAction }: TileBarProps) {
  const { name } = module.meta
  return (
    <div className="absolute top-0 left-1/2 z-10 flex -translate-x-1/2 items-center rounded-b-lg bg-popover px-0.5 text-muted-foreground opacity-0 shadow-md transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      <button
        type="button"
        {...drag}
        aria-label={`Drag ${name}, ${placeText(module.position)}`}
        title={`Drag ${name}`}
        aria-pressed={isLifted}
        className={`${square} cursor-grab touch-none active:cursor-grabbing aria-pressed:bg-primary aria-pressed:text-primary-foreground`}
        onKeyDown={(event) => {
          if (moves.onKey(module, event)) event.preventDefault()
        }}
        // Screen readers click without a key or pointer event, so `detail` (the number of clicks) is 0.
        onClick={({ detail }) => detail === 0 && moves.onKey(module, { key: 'Enter', shiftKey: false })}
        onBlur={() => isLifted && moves.cancel()}
      >
        <GripVertical aria-hidden />
      </button>
      <CostInfo
        name={name}
        cost={cost}
        className={`${square} @max-[11rem]:hidden pointer-coarse:@max-[22rem]:hidden`}
      />
      <TileButtons
        module={module}
        className={`${square} @max-[9rem]:hidden pointer-coarse:hidden`}
        onAction={onAction}
      />
      <LateOverlay
        kind="menu"
        load={loadMenu}
        opened={{ module, onSelect: (kind: TileChoice) => onAction({ kind, module }) }}
        aria-label={`Actions for ${name}`}
        className={`${square} @min-[9rem]:hidden pointer-coarse:grid`}
      >
        <EllipsisVertical aria-hidden />
      </LateOverlay>
    </div>
  )
}
