import type { InstalledModule } from '@atalaya/contract/dashboard'
import type { RefObject } from 'react'
import { useDrag } from '#web/features/boards/use-drag.ts'
import type { Lift } from '#web/features/boards/use-lift.ts'

type ResizeHandleProps = { module: InstalledModule; tile: RefObject<HTMLLIElement | null>; lift: Lift }

/** The corner to pull. The keyboard resizes by the move handle, and "Move…" by numbers, so this one is for pointers only. */
export function ResizeHandle({ module, tile, lift }: ResizeHandleProps) {
  const { w, h } = module.position
  const drag = useDrag({
    onStart: () => lift.lift(module, 'pointer'),
    onMove(dx, dy) {
      const element = tile.current
      if (!element) return
      lift.resizeBy(Math.round(dx / (element.offsetWidth / w)), Math.round(dy / (element.offsetHeight / h)))
    },
    onEnd: lift.drop,
    onCancel: lift.cancel,
  })
  return (
    <span
      {...drag}
      aria-hidden
      data-resize
      className="absolute right-1 bottom-1 size-5 cursor-nwse-resize touch-none rounded-br-lg border-input border-r-2 border-b-2 opacity-60 hover:opacity-100"
    />
  )
}
