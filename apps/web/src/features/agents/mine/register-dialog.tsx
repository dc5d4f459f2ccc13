import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
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
import { Input } from '#web/components/ui/input.tsx'
import { registerAgent } from '#web/features/agents/agents.queries.ts'
import { InstallPanel } from '#web/features/agents/mine/install-panel.tsx'
import { parseTags } from '#web/features/agents/tags.ts'

/** First the name, then the line that runs it, then whether it came. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const register = useMutation(registerAgent)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    register.mutate({ name: name || undefined, tags: parseTags(String(form.get('tags'))) })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-xl">
        {register.data ? (
          <>
            <DialogHeader>
              <DialogTitle>Run {register.data.agent.name || 'the agent'}</DialogTitle>
              <DialogDescription>One line fetches the agent from this server and starts it.</DialogDescription>
            </DialogHeader>
            <InstallPanel agentId={register.data.agent.agentId} token={register.data.token} />
          </>
        ) : (
          <>
            <DialogHeader>
              <DialogTitle>Register agent</DialogTitle>
              <DialogDescription>An agent reports what a machine does and takes your commands.</DialogDescription>
            </DialogHeader>
            <form className="grid gap-4" onSubmit={onSubmit}>
              <Field label="Name" hint="Without one the machine's own name is shown">
                <Input name="name" maxLength={80} autoComplete="off" />
              </Field>
              <Field label="Tags" hint="Separated by commas">
                <Input name="tags" autoComplete="off" placeholder="home, linux" />
              </Field>
              {register.isError && <Alert>{register.error.message}</Alert>}
              <DialogFooter>
                <Button variant="secondary" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" busy={register.isPending}>
                  {register.isPending ? 'Registering...' : 'Register'}
                </Button>
              </DialogFooter>
            </form>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
