import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

const ROW_PX = 45
const OVERSCAN = 12
/** Shorter tables are drawn whole: cheaper, and the browser's own search finds every row. */
const VIRTUAL_FROM = 80

/** Virtual rows: those to draw, and the space above and below in px. */
export function useVirtualRows<R>(rows: readonly R[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const enabled = rows.length >= VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: ROW_PX * OVERSCAN },
  })
  if (!enabled) return { scroller, shown: rows.map((row, index) => ({ row, index })), spaceAbove: 0, spaceBelow: 0 }
  const items = virtualizer.getVirtualItems()
  const shown = items.flatMap(({ index }) => {
    const row = rows[index]
    return row === undefined ? [] : [{ row, index }]
  })
  const spaceAbove = items[0]?.start ?? 0
  const spaceBelow = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return { scroller, shown, spaceAbove, spaceBelow }
}
