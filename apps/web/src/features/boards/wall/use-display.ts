import type { Page } from '@atalaya/contract/dashboard'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState } from 'react'
import { useCarouselState } from '#web/features/boards/wall/carousel-state.ts'
import {
  indexOfPage,
  reachedPage,
  startIndexOf,
  visibilityOf,
  type WantedPage,
  wantedAfter,
} from '#web/features/boards/wall/display-rules.ts'
import { readShownPage, saveShownPage } from '#web/features/boards/wall/shown-page.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/**
 * Carousel of a display. The page on screen is in the URL, so a reload returns to it. It stays on screen when the
 * pages are reordered; a newly active page replaces it.
 */
export function useDisplay(pages: readonly Page[]) {
  const activeId = pages.find((page) => page.active)?._id
  const wantedPage = useRef<WantedPage>({ wanted: readShownPage() ?? pages[0]?._id, active: activeId })
  const [startIndex] = useState(() => startIndexOf(pages, wantedPage.current.wanted))
  const [viewport, embla] = useEmblaCarousel({
    align: 'start',
    containScroll: 'trimSnaps',
    startIndex,
    breakpoints: { [REDUCED_MOTION]: { duration: 0 } },
  })
  const { selected, snaps, canGoBack, canGoOn } = useCarouselState(embla)
  const latest = useRef(pages)

  useEffect(() => {
    latest.current = pages
    wantedPage.current = wantedAfter(wantedPage.current, activeId)
  }, [pages, activeId])

  useEffect(() => {
    if (!embla) return
    const onSelect = () => {
      const id = reachedPage(latest.current, embla.selectedScrollSnap(), wantedPage.current.wanted)
      if (id === null) return
      wantedPage.current.wanted = id
      saveShownPage(id)
    }
    // Embla reinitialises when slides change and keeps the index, which may now be another page.
    const onReInit = () => {
      const index = indexOfPage(latest.current, wantedPage.current.wanted)
      // `true`: jumps, without an animation.
      if (index >= 0) embla.scrollTo(index, true)
    }
    embla.on('select', onSelect).on('reInit', onReInit)
    return () => {
      embla.off('select', onSelect).off('reInit', onReInit)
    }
  }, [embla])

  return { viewport, embla, selected, snaps, canGoBack, canGoOn, ...visibilityOf(pages.length, { selected, snaps }) }
}
