import type { Agent } from '@atalaya/contract/agents'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { editAgent } from '#web/features/agents/agents.queries.ts'
import { changedPatch } from '#web/features/agents/changed-patch.ts'
import { parseTags } from '#web/features/agents/tags.ts'

export function NameAndTagsDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const edit = useMutation(editAgent)
  // As it was when the dialog opened.
  const [before] = useState({ name: agent.name, tags: agent.tags })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const patch = { name: String(form.get('name')).trim() || null, tags: parseTags(String(form.get('tags'))) }
    edit.mutate({ id: agent.agentId, patch: changedPatch(before, patch) }, { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Name and tags</DialogTitle>
        </DialogHeader>
        <form className="grid gap-4" onSubmit={onSubmit}>
          <Field label="Name" hint="Without one the machine's own name is shown">
            <Input name="name" defaultValue={before.name ?? ''} maxLength={80} autoComplete="off" />
          </Field>
          <Field label="Tags" hint="Separated by commas">
            <Input name="tags" defaultValue={before.tags.join(', ')} autoComplete="off" />
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
