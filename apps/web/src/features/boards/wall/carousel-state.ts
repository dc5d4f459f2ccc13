import type { UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type Embla = UseEmblaCarouselType[1]

const initialState = { selected: 0, snaps: 1, canGoBack: false, canGoOn: false }

/** Subscribes to a carousel's position. */
export function useCarouselState(embla: Embla) {
  const [state, setState] = useState(initialState)
  useEffect(() => {
    if (!embla) return
    const update = () =>
      setState({
        selected: embla.selectedScrollSnap(),
        snaps: embla.scrollSnapList().length,
        canGoBack: embla.canScrollPrev(),
        canGoOn: embla.canScrollNext(),
      })
    update()
    embla.on('select', update).on('reInit', update)
    return () => {
      embla.off('select', update).off('reInit', update)
    }
  }, [embla])
  return state
}
