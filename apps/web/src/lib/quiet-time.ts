import { useEffect, useState } from 'react'

/** Browsers without a word for being idle have done what a screen needs by then, mostly. */
const ELSE_MS = 1000

/** Whether the screen has come and the browser had nothing to do since: the time for what nobody waits for. */
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
  const timer = setTimeout(then, ELSE_MS)
  return () => clearTimeout(timer)
}
