import type { Page } from '@atalaya/contract/dashboard'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import type { PageAction } from '#web/features/boards/pages/page-actions.ts'
import { PageCard } from '#web/features/boards/pages/page-card.tsx'
import { useScrollToHeldCard } from '#web/features/boards/pages/use-page-handle.ts'
import { usePageOrder } from '#web/features/boards/pages/use-page-order.ts'
import { useCarouselState } from '#web/features/boards/wall/carousel-state.ts'
import { cn } from '#web/lib/looks/cn.ts'

type PageCarouselProps = {
  pages: readonly Page[]
  selectedId: string
  /** Page that is being activated. */
  activatingId: string | null
  onAction: (action: PageAction) => void
}

/** Fades a card that is cut off at the edge: half a switch would look broken. */
const FADED_END = 'sm:[mask-image:linear-gradient(90deg,black_calc(100%-3rem),transparent)]'

const isSwipe = (_api: unknown, { target }: Event) => !(target as Element).closest('[data-no-swipe]')

/** Row of page cards: swipe or use the arrows to scroll, drag to reorder. */
export function PageCarousel({ pages, selectedId, activatingId, onAction }: PageCarouselProps) {
  const order = usePageOrder(pages)
  const [viewport, embla] = useEmblaCarousel({ align: 'start', containScroll: 'trimSnaps', watchDrag: isSwipe })
  const { canGoBack, canGoOn } = useCarouselState(embla)
  const selectedIndex = order.shownPages.findIndex((page) => page._id === selectedId)

  useScrollToHeldCard(embla, order.heldId === null ? -1 : order.placeOf(order.heldId))
  useEffect(() => {
    if (selectedIndex >= 0) embla?.scrollTo(selectedIndex)
  }, [embla, selectedIndex])

  return (
    <section aria-label="Pages" className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-1">
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-sm:size-11"
        aria-label="Previous pages"
        disabled={!canGoBack}
        onClick={() => embla?.scrollPrev()}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <div ref={viewport} className={cn('overflow-hidden', canGoOn && FADED_END)}>
        <ul className="flex touch-pan-y">
          {order.shownPages.map((page) => (
            <PageCard
              key={page._id}
              page={page}
              index={order.placeOf(page._id)}
              count={order.shownPages.length}
              isSelected={page._id === selectedId}
              isActivating={page._id === activatingId}
              order={order}
              embla={embla}
              onAction={onAction}
            />
          ))}
        </ul>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-sm:size-11"
        aria-label="Next pages"
        disabled={!canGoOn}
        onClick={() => embla?.scrollNext()}
      >
        <ChevronRight aria-hidden />
      </Button>
      <p className="sr-only" aria-live="assertive">
        {order.announcement}
      </p>
    </section>
  )
}
