import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStable } from '#web/lib/use-stable.ts'

/** What the command palette can have a screen open. */
export type Asked =
  | { ask: 'new-page' | 'add-module' | 'end-sessions' }
  | { ask: 'command'; command: string }
  | { ask: 'tag-command'; command: string; tag: string }

/**
 * Hears what a screen is asked to open, once: by the history's state and never by an address, so that no link opens a
 * dialog by itself.
 */
export function useAsked<Ask extends Asked['ask']>(ask: Ask, onAsked: (asked: Extract<Asked, { ask: Ask }>) => void) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const hear = useStable((asked: Asked) => {
    void navigate({ search }, { replace: true, state: null })
    onAsked(asked as Extract<Asked, { ask: Ask }>)
  })
  const asked = state as Asked | null
  useEffect(() => {
    if (asked?.ask === ask) hear(asked)
  }, [asked, ask, hear])
}
