import type { Page } from '@atalaya/contract/dashboard'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCarouselState } from '#web/features/boards/carousel-state.ts'
import { arrivedAt, indexOf, sightOf, startIndexOf, wantedAfter } from '#web/features/boards/display-rules.ts'

const PARAM = 'page'
const CALM = '(prefers-reduced-motion: reduce)'

/**
 * The carousel of a display. The page on screen is named in the address, so that a reload comes back to it. When pages
 * change their order it stays in sight; when another page becomes active, that one is shown.
 */
export function useDisplay(pages: readonly Page[]) {
  const [params, setParams] = useSearchParams()
  const wanted = useRef(params.get(PARAM) ?? pages[0]?._id)
  const [startIndex] = useState(() => startIndexOf(pages, wanted.current))
  const [viewport, embla] = useEmblaCarousel({
    align: 'start',
    containScroll: 'trimSnaps',
    startIndex,
    breakpoints: { [CALM]: { duration: 0 } },
  })
  const { selected, snaps, canGoBack, canGoOn } = useCarouselState(embla)
  const latest = useRef(pages)
  const activeId = pages.find((page) => page.active)?._id
  const lastActive = useRef(activeId)

  useEffect(() => {
    latest.current = pages
    wanted.current = wantedAfter(wanted.current, { before: lastActive.current, now: activeId })
    lastActive.current = activeId
  }, [pages, activeId])

  useEffect(() => {
    if (!embla) return
    const onSelect = () => {
      const id = arrivedAt(latest.current, embla.selectedScrollSnap(), wanted.current)
      if (id === null) return
      wanted.current = id
      setParams({ [PARAM]: id }, { replace: true })
    }
    // Embla starts anew after slides were added, removed or moved, at the same number, which may be another page.
    const onReInit = () => {
      const index = indexOf(latest.current, wanted.current)
      if (index >= 0) embla.scrollTo(index, true)
    }
    embla.on('select', onSelect).on('reInit', onReInit)
    return () => {
      embla.off('select', onSelect).off('reInit', onReInit)
    }
  }, [embla, setParams])

  return { viewport, embla, selected, snaps, canGoBack, canGoOn, ...sightOf(pages.length, { selected, snaps }) }
}
