import { useEffect, useState } from 'react'

/** Calls the listener at every full multiple of `everyMs`. Returns a function that stops it. */
function onEvery(everyMs: number, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  function arm() {
    timer = setTimeout(
      () => {
        listener()
        arm()
      },
      everyMs - (Date.now() % everyMs),
    )
  }
  arm()
  return () => clearTimeout(timer)
}

/** The time, updated at every full multiple of `everyMs`. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => onEvery(everyMs, () => setNow(new Date())), [everyMs])
  return now
}
