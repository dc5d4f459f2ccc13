import type { InstalledModule } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import { memo, useRef, useState } from 'react'
import { createCostMeter } from '#web/components/widget/cost-meter.ts'
import { isResizable, type Lift } from '#web/features/boards/editor/lift.ts'
import { ResizeHandle } from '#web/features/boards/editor/resize-handle.tsx'
import type { TileAction } from '#web/features/boards/editor/tile-actions.ts'
import { TileBar } from '#web/features/boards/editor/tile-bar.tsx'
import { TileContent } from '#web/features/boards/editor/tile-content.tsx'
import type { Moves } from '#web/features/boards/editor/use-lift.ts'
import { useSlide } from '#web/features/boards/use-slide.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { gridArea } from '#web/lib/looks/grid-area.ts'
import { type DragHandlers, useDrag } from '#web/lib/use-drag.ts'

type GridTileProps = {
  module: InstalledModule
  /** Cells where it is drawn: its position, or where the keyboard has moved it. */
  place: Position
  /** Current move or resize of this widget, if any. */
  lift: Lift | null
  moves: Moves
  isRefused: boolean
  onAction: (action: TileAction) => void
}

/** Widget on the canvas, in the size and look of the display. */
export const GridTile = memo(function GridTile({ module, place, lift, moves, isRefused, onAction }: GridTileProps) {
  const tile = useRef<HTMLLIElement>(null)
  const [cost] = useState(createCostMeter)
  const slide = useSlide(tile, Object.values(place).join())
  const drag = useDrag(useMoving(module, tile, moves, slide.setStart))
  return (
    <li ref={tile} className={cn('group relative min-h-0 min-w-0 p-1', lift && 'z-10')} style={gridArea(place)}>
      <article
        aria-label={module.meta.name}
        className={cn(
          '@container relative h-full overflow-hidden rounded-xl border bg-card shadow-sm',
          lift && 'shadow-lg ring-2 ring-ring',
          lift && !lift.landing && 'ring-destructive',
          isRefused && 'animate-refused',
        )}
      >
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 left-1/2 z-10 h-1 w-8 -translate-x-1/2 rounded-full bg-muted-foreground group-focus-within:hidden group-hover:hidden pointer-coarse:hidden"
        />
        <TileBar
          module={module}
          isLifted={lift?.by === 'keyboard'}
          moves={moves}
          drag={drag}
          cost={cost}
          onAction={onAction}
        />
        <TileContent module={module} cost={cost} onAction={onAction} />
      </article>
      {isResizable(module.meta) && <ResizeHandle module={module} tile={tile} moves={moves} />}
    </li>
  )
})

/** Drags by a transform, without rendering; only a change of cell sets state. */
function useMoving(
  module: InstalledModule,
  tile: React.RefObject<HTMLLIElement | null>,
  moves: Moves,
  setSlideStart: (moved: { x: number; y: number }) => void,
): DragHandlers {
  const { position } = module
  const release = (dx: number, dy: number) => {
    const element = tile.current
    if (!element) return
    element.style.transform = ''
    setSlideStart({ x: dx, y: dy })
  }
  const last = useRef({ x: 0, y: 0 })
  return {
    onStart: () => moves.lift(module, 'pointer'),
    onMove(dx, dy) {
      const element = tile.current
      if (!element) return
      last.current = { x: dx, y: dy }
      // Measure before writing the transform; the other order forces a reflow on each move.
      const [width, height] = [element.offsetWidth / position.w, element.offsetHeight / position.h]
      element.style.transform = `translate(${dx}px, ${dy}px)`
      moves.moveBy(Math.round(dx / width), Math.round(dy / height))
    },
    onEnd(dx, dy) {
      release(dx, dy)
      moves.drop()
    },
    onCancel() {
      release(last.current.x, last.current.y)
      moves.cancel()
    },
  }
}
