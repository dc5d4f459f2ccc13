import { useSuspended } from '@atalaya/module-sdk'
import { usePhotos } from '@atalaya/module-sdk/photos'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lastShown, saveShown } from './last-shown.ts'
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

type Wanted = { id: string } | null
/** Slide that was shown last: its place, the request that it answered, and the time since when it is shown. */
type Last = { slide: Slide | null; index: number; wanted: Wanted; shownAt: number }

/** Chooses which of these photos is shown. `isStill` keeps it from changing by itself. */
export function useSlides(ids: readonly string[], { everyMs, isStill }: { everyMs: number; isStill: boolean }) {
  const { read } = usePhotos()
  const isSuspended = useSuspended()
  const [slide, setSlide] = useState<Slide | null>(null)
  const [isFailed, setFailed] = useState(false)
  /** Requested slide; a new object for each request, so that one photo can be requested twice. */
  const [wanted, setWanted] = useState<Wanted>(null)
  const last = useRef<Last>({ slide: null, index: 0, wanted, shownAt: 0 })
  const wasSuspended = useRef(false)

  useEffect(() => {
    const hasReturned = wasSuspended.current
    wasSuspended.current = isSuspended
    if (isSuspended) return
    const { slide: known, index, wanted: lastWanted, shownAt } = last.current
    const place = Math.min(index, ids.length - 1)
    // A page that is shown for less than a photo's time would show the same one for ever.
    const isDue = hasReturned && performance.now() - shownAt >= everyMs
    const newest = known?.id ?? ids.find((id) => lastShown.has(id))
    const present = newest && !isStill && (isDue || !known) ? neighbour(ids, newest, 1) : newest
    const from = [lastWanted === wanted ? undefined : wanted?.id, present, ids[place]].find(
      (id) => id && ids.includes(id),
    )
    if (from === undefined) return
    const ended = new AbortController()
    const onSlide = (next: Slide | null) => {
      setFailed(next === null)
      if (!next) return
      const isSame = last.current.slide?.id === next.id
      const since = isSame ? last.current.shownAt : performance.now()
      saveShown(ids, next.id)
      last.current = { slide: next, index: ids.indexOf(next.id), wanted, shownAt: since }
      setSlide(next)
    }
    void play({ ids, from, known, isStill, everyMs, read, onSlide, signal: ended.signal })
    return () => ended.abort()
  }, [ids, wanted, isStill, everyMs, isSuspended, read])

  const go = useCallback(
    (step: number) => {
      const { slide: current } = last.current
      if (current) setWanted({ id: neighbour(ids, current.id, step) })
    },
    [ids],
  )
  const shown = slide && ids.includes(slide.id) ? slide : null
  return { slide: shown, index: shown ? ids.indexOf(shown.id) : 0, isFailed: isFailed && shown === null, go }
}
