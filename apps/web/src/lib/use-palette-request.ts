import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useStable } from '#web/lib/use-stable.ts'

/** Dialogs that the command palette can open on a screen, and actions that it can begin there. */
export type PaletteRequest =
  | { ask: 'new-page' | 'add-module' | 'end-sessions' | 'back-up' }
  | { ask: 'command'; command: string }
  | { ask: 'tag-command'; command: string; tag: string }

/**
 * Handles a request to open a dialog, once. It comes in the history's state, not in the address, so that no link opens
 * a dialog.
 */
export function useCommandPaletteRequest<Ask extends PaletteRequest['ask']>(
  ask: Ask,
  onRequest: (request: Extract<PaletteRequest, { ask: Ask }>) => void,
) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const handle = useStable((request: PaletteRequest) => {
    void navigate({ search }, { replace: true, state: null })
    onRequest(request as Extract<PaletteRequest, { ask: Ask }>)
  })
  const requested = state as PaletteRequest | null
  useEffect(() => {
    if (requested?.ask === ask) handle(requested)
  }, [requested, ask, handle])
}
