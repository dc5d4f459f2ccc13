import type { Page } from '@atalaya/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { activeFirst } from '#web/features/boards/pages/page-list.ts'
import { useArrowKeys } from '#web/features/boards/wall/arrow-keys.ts'
import { ClientSlide } from '#web/features/boards/wall/client-slide.tsx'
import { useDisplay } from '#web/features/boards/wall/use-display.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { useNearFit } from '#web/lib/looks/fit.ts'

const DOTS_MAX = 7

/** All pages as on a display: a carousel that begins with the active page. */
export function ClientPage() {
  const { data: pages, isPending, refetch } = useQuery(pagesQuery)
  if (isPending) return <Notice role="status">Loading dashboards…</Notice>
  if (!pages) {
    return (
      <Notice role="alert">
        The dashboards could not be read.
        <Button variant="secondary" onClick={() => refetch()}>
          Try Again
        </Button>
      </Notice>
    )
  }
  if (pages.length === 0) return <Notice>Visit the website to configure your dashboards.</Notice>
  return <Display pages={activeFirst(pages)} />
}

function Notice({ role, children }: { role?: 'status' | 'alert'; children: React.ReactNode }) {
  return (
    <div role={role} className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center text-lg">
      {children}
    </div>
  )
}

function Display({ pages }: { pages: Page[] }) {
  const { viewport, embla, selected, snaps, canGoBack, canGoOn, isShown, isNear } = useDisplay(pages)
  const controlsZoom = useNearFit()
  // Number of pages side by side: each one after the first saves a snap position.
  const pageZoom = useNearFit(pages.length - snaps + 1)
  const inSight = pages.filter((_page, index) => isShown(index))
  useArrowKeys(embla?.scrollPrev, embla?.scrollNext)

  return (
    <section aria-label="Dashboards" aria-roledescription="carousel" className="flex h-full flex-col">
      <div ref={viewport} className="min-h-0 flex-1 overflow-hidden">
        <ul className="flex h-full touch-pan-y items-center" style={{ ['--pages' as string]: pages.length }}>
          {pages.map((page, index) => (
            <ClientSlide key={page._id} page={page} zoom={pageZoom} isShown={isShown(index)} isNear={isNear(index)} />
          ))}
        </ul>
      </div>
      <p className="sr-only" aria-live="polite">
        {`${inSight.map(({ name }) => name).join(', ')}: page ${selected + 1} of ${pages.length}`}
      </p>
      <div className="flex items-center justify-center gap-2 pb-3" style={{ zoom: controlsZoom }}>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous page"
          disabled={!canGoBack}
          onClick={() => embla?.scrollPrev()}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <PositionDots count={snaps} selected={selected} onSelect={(index) => embla?.scrollTo(index)} />
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next page"
          disabled={!canGoOn}
          onClick={() => embla?.scrollNext()}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </section>
  )
}

type PositionDotsProps = { count: number; selected: number; onSelect: (index: number) => void }

/** One dot for each position of the carousel; a number if they don't fit beside the arrows. */
function PositionDots({ count, selected, onSelect }: PositionDotsProps) {
  if (count > DOTS_MAX) {
    return (
      <p className="min-w-16 text-center text-muted-foreground text-sm tabular-nums" aria-hidden>
        {selected + 1} / {count}
      </p>
    )
  }
  return Array.from({ length: count }, (_, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its index.
      key={index}
      type="button"
      aria-label={`Go to page ${index + 1}`}
      aria-current={index === selected || undefined}
      onClick={() => onSelect(index)}
      className="grid size-6 place-items-center"
    >
      <span className={cn('size-2 rounded-full bg-input transition-all', index === selected && 'w-5 bg-primary')} />
    </button>
  ))
}
