import type { Page } from '@atalaya/contract/dashboard'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { PageOrder } from '#web/features/boards/pages/use-page-order.ts'
import type { Embla } from '#web/features/boards/wall/carousel-state.ts'
import { useDrag } from '#web/lib/use-drag.ts'

/** Interval at which a card held at the edge moves one place on and scrolls the row. */
const EDGE_STEP_MS = 450
/** Tolerance, because widths are fractions of pixels. */
const TOLERANCE_PX = 2

/**
 * Drag handlers of a card: it follows the pointer place by place. Over a partly hidden card it keeps moving by a timer.
 */
export function usePageHandle(page: Page, index: number, order: PageOrder, embla: Embla) {
  const pointer = useRef(0)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const latest = useRef({ index, order })
  useEffect(() => {
    latest.current = { index, order }
  })
  useEffect(() => () => clearInterval(timer.current), [])

  function stop() {
    clearInterval(timer.current)
    timer.current = undefined
  }
  function stepAtEdge() {
    const { direction } = placeAt(pointer.current, embla)
    if (direction !== 0) latest.current.order.moveTo(latest.current.index + direction)
  }
  function follow() {
    const { direction, place } = placeAt(pointer.current, embla)
    if (direction === 0) stop()
    else timer.current ??= setInterval(stepAtEdge, EDGE_STEP_MS)
    if (place !== null) order.moveTo(place)
  }

  const drag = useDrag({
    onStart: () => order.pickUp(page._id),
    onMove: follow,
    onEnd() {
      stop()
      order.drop()
    },
    onCancel() {
      stop()
      order.cancel()
    },
  })
  return {
    ...drag,
    onPointerMove(event: PointerEvent<HTMLElement>) {
      pointer.current = event.clientX
      drag.onPointerMove(event)
    },
    onKeyDown: (event: KeyboardEvent) => order.onKey(page._id, index, event),
    onBlur: order.cancel,
  }
}

type Row = { left: number; right: number; start: number; width: number; count: number }

/** Geometry of the row: its visible part and the start of the first card. All cards have the same width. */
function rowOf(embla: Embla): Row | null {
  if (!embla) return null
  const { left, right } = embla.rootNode().getBoundingClientRect()
  const [first] = embla.slideNodes()
  const count = embla.slideNodes().length
  return {
    left,
    right,
    start: embla.containerNode().getBoundingClientRect().left,
    width: first?.offsetWidth ?? 0,
    count,
  }
}

/** Place relative to the visible part: cut off before it (-1), after it (1), or fully visible (0). */
function cutAt(place: number, { left, right, start, width }: Row): -1 | 0 | 1 {
  const begin = start + place * width
  if (begin < left - TOLERANCE_PX) return -1
  return begin + width > right + TOLERANCE_PX ? 1 : 0
}

/** Place under the pointer if it is fully visible; otherwise the direction to scroll. */
function placeAt(x: number, embla: Embla): { place: number | null; direction: -1 | 0 | 1 } {
  const row = rowOf(embla)
  if (!row) return { place: null, direction: 0 }
  if (x < row.left) return { place: null, direction: -1 }
  if (x > row.right) return { place: null, direction: 1 }
  const place = Math.floor((x - row.start) / row.width)
  if (place >= row.count) return { place: null, direction: 0 }
  const direction = cutAt(place, row)
  return { place: direction === 0 ? place : null, direction }
}

/** Scrolls a held card into view, moved by pointer or by key. */
export function useScrollToHeldCard(embla: Embla, place: number) {
  useEffect(() => {
    const row = rowOf(embla)
    if (!embla || !row || place < 0) return
    const direction = cutAt(place, row)
    if (direction > 0) embla.scrollNext()
    if (direction < 0) embla.scrollPrev()
  }, [embla, place])
}
