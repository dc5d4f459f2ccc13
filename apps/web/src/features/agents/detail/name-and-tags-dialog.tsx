import type { Agent } from '@atalaya/contract/agents'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { BehindField } from '#web/features/agents/detail/behind-field.tsx'
import { NameAndTagsFields, nameAndTags } from '#web/features/agents/name-and-tags-fields.tsx'
import { useAgentEdit } from '#web/features/agents/use-agent-edit.ts'
import { onValues } from '#web/lib/form-values.ts'

export function NameAndTagsDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { initial, save, form } = useAgentEdit({ ...agent, id: agent.agentId }, onClose)

  return (
    <FormDialog
      title="Name and tags"
      {...form}
      onSubmit={onValues((values) => save({ ...nameAndTags(values, initial.tags), behind: values.behind || null }))}
      onClose={onClose}
    >
      <NameAndTagsFields name={initial.name} tags={initial.tags} />
      <BehindField agent={{ ...agent, behind: initial.behind }} />
    </FormDialog>
  )
}
