import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { editAgent } from '#web/features/agents/agents.queries.ts'
import { changedPatch } from '#web/features/agents/changed-patch.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { agentOption } from '#web/features/agents/status.ts'

export function AgentEditDialog({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const edit = useMutation(editAgent)
  // As it was when the dialog opened.
  const [before] = useState({ name: agent.name, tags: agent.tags })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const patch = parseJsonInput(String(new FormData(event.currentTarget).get('patch')))
    edit.mutate({ id: agent.id, patch: changedPatch(before, patch) }, { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Edit Agent</DialogTitle>
          <DialogDescription className="break-all">{agentOption(agent)}</DialogDescription>
        </DialogHeader>
        <form className="grid gap-4" onSubmit={onSubmit}>
          <Field label="JSON patch" hint="A merge patch, or a JSON Patch array, of name and tags">
            <Textarea
              name="patch"
              defaultValue={JSON.stringify(before, null, 2)}
              rows={8}
              spellCheck={false}
              className="font-mono text-sm"
            />
          </Field>
          {edit.isError && <Alert>{edit.error.message}</Alert>}
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={edit.isPending}>
              {edit.isPending ? 'Saving...' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
