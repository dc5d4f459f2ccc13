import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStable } from '#web/lib/use-stable.ts'

/** Dialogs that the command palette can open on a screen, and actions that it can begin there. */
export type Asked =
  | { ask: 'new-page' | 'add-module' | 'end-sessions' | 'back-up' }
  | { ask: 'command'; command: string }
  | { ask: 'tag-command'; command: string; tag: string }

/**
 * Handles a request to open a dialog, once. It comes in the history's state, not in the address, so that no link opens
 * a dialog.
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
