import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
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
import { Label } from '#web/components/ui/label.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { AWAY, type Away } from '#web/features/agents/commands/away.ts'
import { AwaySelect } from '#web/features/agents/commands/away-select.tsx'
import { CommandField } from '#web/features/agents/commands/command-field.tsx'
import { type Destination, isOpenEnded, reachText, targetOf } from '#web/features/agents/commands/destination.ts'
import { DestinationSelect } from '#web/features/agents/commands/destination-select.tsx'
import { useReach } from '#web/features/agents/commands/use-reach.ts'
import { useSend } from '#web/features/agents/commands/use-send.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { notify } from '#web/lib/notify.ts'

type SendCommandDialogProps = {
  /** The agent whose menu it was opened from. */
  agent: Pick<AgentRow, 'id' | 'agentId' | 'name' | 'isOnline'> | undefined
  selectedIds?: string[]
  onSent: (batchId: string) => void
  onClose: () => void
}

type Typed = { command: string; args: unknown }

function startOf(agent: SendCommandDialogProps['agent'], selectedIds: string[]): Destination {
  if (agent) return { kind: 'one', agent }
  return selectedIds.length > 0 ? { kind: 'selected', ids: selectedIds } : { kind: 'all' }
}

export function SendCommandDialog({ agent, selectedIds = [], onSent, onClose }: SendCommandDialogProps) {
  const [destination, setDestination] = useState(() => startOf(agent, selectedIds))
  const [isMissing, setMissing] = useState(false)
  const [asking, setAsking] = useState<Typed | null>(null)
  const [away, setAway] = useState<Away>('usual')
  const send = useSend((batchId) => {
    if (batchId) onSent(batchId)
    onClose()
  })
  const reach = useReach(destination)
  const destinationId = useId()

  function submit(typed: Typed) {
    setAsking(null)
    // More agents than were shown here is not what was agreed to.
    const maxTargets = isOpenEnded(destination) ? reach?.total || undefined : undefined
    send.submit({ ...typed, ...targetOf(destination), ...AWAY[away].body, maxTargets })
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const command = String(form.get('command')).trim()
    setMissing(command === '')
    if (command === '') return void notify('error', 'Command is required')
    const typed = { command, args: parseJsonInput(String(form.get('args'))) }
    const isOne = destination.kind === 'one' || (reach && reach.total <= 1)
    if (isOne) submit(typed)
    else setAsking(typed)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Send Command to Agents</DialogTitle>
          <DialogDescription role="status">{reach ? reachText(reach, away) : 'Counting agents...'}</DialogDescription>
        </DialogHeader>
        <form className="grid gap-4" onSubmit={onSubmit} noValidate>
          <div className="grid gap-1.5">
            <Label htmlFor={destinationId}>Destination</Label>
            <DestinationSelect
              id={destinationId}
              value={destination}
              selectedIds={selectedIds}
              onChange={setDestination}
            />
          </div>
          <CommandField destination={destination} error={isMissing ? 'Command is required' : undefined} />
          <Field label="Args (JSON)">
            <Textarea name="args" defaultValue="{}" rows={4} spellCheck={false} className="font-mono text-sm" />
          </Field>
          <AwaySelect value={away} onChange={setAway} />
          {send.error && <Alert>{send.error.message}</Alert>}
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send'}
            </Button>
          </DialogFooter>
        </form>
        {asking && (
          <ConfirmDialog
            title={`Send "${asking.command}" to ${reach ? `${reach.total} agents` : 'all agents'}?`}
            description={reach ? reachText(reach, away) : 'How many agents that is could not be counted.'}
            confirmText="Send"
            busyText="Sending..."
            onConfirm={() => submit(asking)}
            onClose={() => setAsking(null)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
