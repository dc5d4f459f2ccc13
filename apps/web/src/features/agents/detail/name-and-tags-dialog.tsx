import type { Agent } from '@atalaya/contract/agents'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { editAgent } from '#web/features/agents/agents.queries.ts'
import { changedPatch } from '#web/features/agents/changed-patch.ts'
import { NameAndTagsFields, nameAndTags } from '#web/features/agents/name-and-tags-fields.tsx'
import { onValues } from '#web/lib/form-values.ts'

export function NameAndTagsDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const edit = useMutation(editAgent)
  // As it was when the dialog opened.
  const [before] = useState({ name: agent.name, tags: agent.tags })
  const onSubmit = onValues((values) =>
    edit.mutate({ id: agent.agentId, patch: changedPatch(before, nameAndTags(values)) }, { onSuccess: onClose }),
  )

  return (
    <FormDialog
      title="Name and tags"
      submitText="Save"
      busyText="Saving..."
      isBusy={edit.isPending}
      error={edit.error?.message}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <NameAndTagsFields name={before.name} tags={before.tags} />
    </FormDialog>
  )
}
