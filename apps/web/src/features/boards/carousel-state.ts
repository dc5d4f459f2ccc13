import type { UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type Embla = UseEmblaCarouselType[1]

const still = { selected: 0, snaps: 1, canGoBack: false, canGoOn: false }

/** Where a carousel stands, kept up to date. */
export function useCarouselState(embla: Embla) {
  const [state, setState] = useState(still)
  useEffect(() => {
    if (!embla) return
    const read = () =>
      setState({
        selected: embla.selectedScrollSnap(),
        snaps: embla.scrollSnapList().length,
        canGoBack: embla.canScrollPrev(),
        canGoOn: embla.canScrollNext(),
      })
    read()
    embla.on('select', read).on('reInit', read)
    return () => {
      embla.off('select', read).off('reInit', read)
    }
  }, [embla])
  return state
}
