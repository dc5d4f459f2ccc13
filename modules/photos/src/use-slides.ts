import { useSuspended } from '@atalaya/module-sdk'
import { usePhotos } from '@atalaya/module-sdk/photos'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { neighbour, play, type Slide } from './play.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
function onMotionChange(listener: () => void) {
  const query = window.matchMedia(REDUCED_MOTION)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True if the viewer wants nothing to move by itself. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(onMotionChange, () => window.matchMedia(REDUCED_MOTION).matches)

/** Chooses the shown one of these photos. `isStill` keeps it from changing by itself. */
export function useSlides(ids: readonly string[], { everyMs, isStill }: { everyMs: number; isStill: boolean }) {
  const { read } = usePhotos()
  const isSuspended = useSuspended()
  const [slide, setSlide] = useState<Slide | null>(null)
  const [isFailed, setFailed] = useState(false)
  /** Requested slide; a new object for each request, so that one photo can be requested twice. */
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  const last = useRef<{ slide: Slide | null; index: number; wanted: typeof wanted }>({ slide: null, index: 0, wanted })

  useEffect(() => {
    const { slide: known, index, wanted: lastWanted } = last.current
    const place = Math.min(index, ids.length - 1)
    const from = [lastWanted === wanted ? undefined : wanted?.id, known?.id, ids[place]].find(
      (id) => id && ids.includes(id),
    )
    if (isSuspended || from === undefined) return
    const ended = new AbortController()
    const onSlide = (next: Slide | null) => {
      setFailed(next === null)
      if (!next) return
      last.current = { slide: next, index: ids.indexOf(next.id), wanted }
      setSlide(next)
    }
    void play({ ids, from, known, isStill, everyMs, read, onSlide, signal: ended.signal })
    return () => ended.abort()
  }, [ids, wanted, isStill, everyMs, isSuspended, read])

  const go = useCallback(
    (step: number) => {
      const { slide: now } = last.current
      if (now) setWanted({ id: neighbour(ids, now.id, step) })
    },
    [ids],
  )
  const shown = slide && ids.includes(slide.id) ? slide : null
  return { slide: shown, index: shown ? ids.indexOf(shown.id) : 0, isFailed: isFailed && shown === null, go }
}
