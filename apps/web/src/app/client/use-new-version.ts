import { useEffect, useRef } from 'react'
import { isReplaced, onReplaced } from '#web/app/kept-program.ts'
import { useShownPage } from '#web/features/boards/shown-page.ts'
import { useReach } from '#web/lib/reachable.ts'

const CHECK_MS = 10 * 60_000

/** Loads a new version of the client when nobody is looking: when another page is shown, or `moment` is another one. */
export function useNewVersion(moment: boolean | number) {
  const isOutdated = useRef(false)
  const shown = useShownPage()
  const reach = useReach()

  // Also when the server is back: that is when it may be a newer one.
  useEffect(() => {
    if (reach !== 'online') return
    const check = () => void isReplaced().then((answer) => (isOutdated.current = answer))
    check()
    const timer = setInterval(check, CHECK_MS)
    const unhear = onReplaced(check)
    return () => {
      clearInterval(timer)
      unhear()
    }
  }, [reach])
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the moments.
  useEffect(() => {
    if (isOutdated.current) window.location.reload()
  }, [shown, moment])
}
