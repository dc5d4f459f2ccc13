import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#web/lib/looks/media-query.ts'

const CARD_PX = 345
const GAP_PX = 16
/** Rows drawn beyond those in view, ready for a quick scroll. */
const OVERSCAN = 2
/** Shorter grids are drawn whole: cheaper, and the browser's own search finds every card. */
const VIRTUAL_FROM = 60

/** Columns of the grid; the same breakpoints as in its classes. */
function useColumns(): number {
  const isMedium = useMediaQuery('(min-width: 48rem)')
  const isWide = useMediaQuery('(min-width: 80rem)')
  return isWide ? 3 : isMedium ? 2 : 1
}

const dialogOf = (list: Element | null) => list?.closest('[role=dialog]') ?? null

/**
 * Virtual rows of a long grid: the cards to draw, and the space above and below. Inside a dialog the dialog scrolls.
 */
export function useCardRows(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns()
  const [top, setTop] = useState(0)
  const [isInDialog, setInDialog] = useState(false)
  // All cards have one height unless browser settings change it: the last one measured is the best guess.
  const height = useRef(CARD_PX)
  const isVirtual = count >= VIRTUAL_FROM
  const rows = {
    count: Math.ceil(count / columns),
    estimateSize: () => height.current,
    measureElement(element: Element) {
      height.current = element.getBoundingClientRect().height
      return height.current
    },
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    // A row may appear one frame later; no frame waits for a row.
    useFlushSync: false,
  }
  const inPage = useWindowVirtualizer({ ...rows, enabled: isVirtual && !isInDialog })
  const inDialog = useVirtualizer({
    ...rows,
    enabled: isVirtual && isInDialog,
    getScrollElement: () => dialogOf(list.current),
  })
  const { measureElement, getVirtualItems, getTotalSize } = isInDialog ? inDialog : inPage
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above changes its height with these.
  useLayoutEffect(() => {
    if (!list.current) return
    const dialog = dialogOf(list.current)
    setInDialog(dialog !== null)
    const above = dialog ? dialog.scrollTop - dialog.getBoundingClientRect().top : window.scrollY
    setTop(list.current.getBoundingClientRect().top + above)
  }, [count, columns])

  if (!isVirtual) return { list, first: 0, end: count, style: undefined, measure: () => undefined }
  const drawn = getVirtualItems()
  const [firstRow, lastRow] = [drawn[0], drawn.at(-1)]
  const above = firstRow ? firstRow.start - top : 0
  const below = getTotalSize() - (lastRow ? lastRow.end - top : 0)
  return {
    list,
    first: (firstRow?.index ?? 0) * columns,
    end: ((lastRow?.index ?? -1) + 1) * columns,
    style: { paddingBlock: `${above}px ${below}px` },
    /** Props of the list item with this index; the first of each row measures the row. */
    measure: (index: number) =>
      index % columns === 0 ? { ref: measureElement, 'data-index': index / columns } : undefined,
  }
}
