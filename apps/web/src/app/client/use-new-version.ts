import { useEffect, useRef } from 'react'
import { isReplaced, onReplaced } from '#web/app/cached-program.ts'
import { useShownPage } from '#web/features/boards/wall/shown-page.ts'
import { useConnectivity } from '#web/lib/live/connectivity.ts'

const CHECK_EVERY_MS = 10 * 60_000

/** Reloads for a new version when it disturbs nobody: when the shown page or the value of `moment` changes. */
export function useNewVersion(moment: boolean | number) {
  const isOutdated = useRef(false)
  const shown = useShownPage()
  const connectivity = useConnectivity()

  // Checks also when the server returns, perhaps with a new version.
  useEffect(() => {
    if (connectivity !== 'online') return
    const check = () => void isReplaced().then((isNew) => (isOutdated.current = isNew))
    check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    const stopListening = onReplaced(check)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [connectivity])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either is the moment to reload.
  useEffect(() => {
    if (isOutdated.current) window.location.reload()
  }, [shown, moment])
}
