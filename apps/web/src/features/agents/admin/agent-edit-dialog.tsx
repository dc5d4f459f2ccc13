import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { agentOption } from '#web/features/agents/status.ts'
import { useAgentEdit } from '#web/features/agents/use-agent-edit.ts'
import { onValues } from '#web/lib/form-values.ts'

export function AgentEditDialog({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { initial, save, form } = useAgentEdit(agent, onClose)

  return (
    <FormDialog
      title="Edit Agent"
      description={<span className="break-all">{agentOption(agent)}</span>}
      {...form}
      onSubmit={onValues(({ patch = '' }) => save(parseJsonInput(patch)))}
      onClose={onClose}
    >
      <Field
        label="JSON patch"
        hint="A merge patch, or a JSON Patch array, of name, tags and behind: the id of the agent that it lives behind"
      >
        <Textarea
          name="patch"
          defaultValue={JSON.stringify(initial, null, 2)}
          rows={8}
          spellCheck={false}
          className="font-mono text-sm"
        />
      </Field>
    </FormDialog>
  )
}
