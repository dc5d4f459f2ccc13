import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { editAgent } from '#web/features/agents/agents.queries.ts'
import { onlyChanged } from '#web/lib/only-changed.ts'

type AgentEdit = { id: string; name: string | null; tags: string[]; behind: string | null }

/**
 * Shared by the dialogs that edit an agent. `initial` has the values from when the dialog opened; `save` sends only the
 * changed ones.
 */
export function useAgentEdit({ id, name, tags, behind }: AgentEdit, onSaved: () => void) {
  const { mutate, isPending, error } = useMutation(editAgent)
  const [initial] = useState({ name, tags, behind })
  // A JSON Patch array is sent as it is: its steps already contain only changes.
  const isMergePatch = (patch: unknown): patch is object =>
    typeof patch === 'object' && patch !== null && !Array.isArray(patch)
  const save = (patch: unknown) =>
    mutate({ id, patch: isMergePatch(patch) ? onlyChanged(initial, patch) : patch }, { onSuccess: onSaved })
  const form = { submitText: 'Save', busyText: 'Saving...', isBusy: isPending, error: error?.message }
  return { initial, save, form }
}
