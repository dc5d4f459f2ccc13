import { useEffect, useState } from 'react'

/** Delay for browsers without an idle callback: by then most screens are done. */
const FALLBACK_DELAY_MS = 1000

/** True once the screen is drawn and the browser has been idle: time for work that nobody waits for. */
export function useQuietTime(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    let cancel: (() => void) | undefined
    const wait = () => {
      cancel = whenIdle(() => setQuiet(true))
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      window.removeEventListener('load', wait)
      cancel?.()
    }
  }, [])
  return isQuiet
}

function whenIdle(then: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(then)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(then, FALLBACK_DELAY_MS)
  return () => clearTimeout(timer)
}
