import { useEffect } from 'react'

/** Keeps the screen on while the display is visible, if the browser can. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isStopped = false
    // The browser releases the lock when the page is hidden, and may refuse it when the battery is low.
    async function hold() {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isStopped) await lock?.release()
    }
    const onVisible = () => void hold()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isStopped = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
