import { useEffect } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { notify, subscribe } = createListeners()
let name: string | undefined

function setName(next: string | undefined): void {
  name = next
  notify()
}

/** Names the thing or tab that a screen shows, for the browser's tab and for screen readers: _attic-pi · Agent_. */
export function usePageName(next: string | undefined): void {
  useEffect(() => {
    setName(next)
    return () => setName(undefined)
  }, [next])
}

export const subscribePageName = subscribe
export const pageName = (): string | undefined => name
