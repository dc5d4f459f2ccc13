import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { editAgent } from '#web/features/agents/agents.queries.ts'
import { changedPatch } from '#web/features/agents/changed-patch.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { agentOption } from '#web/features/agents/status.ts'
import { onValues } from '#web/lib/form-values.ts'

export function AgentEditDialog({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const edit = useMutation(editAgent)
  // As it was when the dialog opened.
  const [before] = useState({ name: agent.name, tags: agent.tags })
  const onSubmit = onValues(({ patch = '' }) =>
    edit.mutate({ id: agent.id, patch: changedPatch(before, parseJsonInput(patch)) }, { onSuccess: onClose }),
  )

  return (
    <FormDialog
      title="Edit Agent"
      description={<span className="break-all">{agentOption(agent)}</span>}
      submitText="Save"
      busyText="Saving..."
      isBusy={edit.isPending}
      error={edit.error?.message}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="JSON patch" hint="A merge patch, or a JSON Patch array, of name and tags">
        <Textarea
          name="patch"
          defaultValue={JSON.stringify(before, null, 2)}
          rows={8}
          spellCheck={false}
          className="font-mono text-sm"
        />
      </Field>
    </FormDialog>
  )
}
