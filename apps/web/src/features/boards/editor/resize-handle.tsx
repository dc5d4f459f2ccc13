import type { InstalledModule } from '@atalaya/contract/dashboard'
import type { RefObject } from 'react'
import type { Moves } from '#web/features/boards/editor/use-lift.ts'
import { useDrag } from '#web/lib/use-drag.ts'

type ResizeHandleProps = { module: InstalledModule; tile: RefObject<HTMLLIElement | null>; moves: Moves }

/** Corner to drag, for pointers only. The keyboard resizes by the move handle, and "Move or resize…" by numbers. */
export function ResizeHandle({ module, tile, moves }: ResizeHandleProps) {
  const { w, h } = module.position
  const drag = useDrag({
    onStart: () => moves.lift(module, 'pointer'),
    onMove(dx, dy) {
      const element = tile.current
      if (!element) return
      moves.resizeBy(Math.round(dx / (element.offsetWidth / w)), Math.round(dy / (element.offsetHeight / h)))
    },
    onEnd: moves.drop,
    onCancel: moves.cancel,
  })
  return (
    <span
      {...drag}
      aria-hidden
      data-resize
      className="absolute right-1 bottom-1 size-5 cursor-nwse-resize touch-none rounded-br-lg border-muted-foreground border-r-2 border-b-2 hover:border-foreground"
    />
  )
}
