import { useId, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { AWAY, type Away } from '#web/features/agents/commands/away.ts'
import { AwaySelect } from '#web/features/agents/commands/away-select.tsx'
import { CommandField } from '#web/features/agents/commands/command-field.tsx'
import { type Destination, isOpenEnded, reachText, targetOf } from '#web/features/agents/commands/destination.ts'
import { DestinationSelect } from '#web/features/agents/commands/destination-select.tsx'
import { usualAway } from '#web/features/agents/commands/known-commands.ts'
import { useReach } from '#web/features/agents/commands/use-reach.ts'
import { useSend } from '#web/features/agents/commands/use-send.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { onValues } from '#web/lib/form-values.ts'
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
  const [command, setCommand] = useState('')
  const [chosen, setChosen] = useState<Away | null>(null)
  const away = chosen ?? usualAway(command)
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

  const onSubmit = onValues(({ command = '', args = '' }) => {
    const typed = { command: command.trim(), args: parseJsonInput(args) }
    setMissing(typed.command === '')
    if (typed.command === '') return void notify('error', 'Command is required')
    const isOne = destination.kind === 'one' || (reach && reach.total <= 1)
    if (isOne) submit(typed)
    else setAsking(typed)
  })

  return (
    <FormDialog
      title="Send Command to Agents"
      description={<span role="status">{reach ? reachText(reach, away) : 'Counting agents...'}</span>}
      submitText="Send"
      busyText="Sending..."
      isBusy={send.isPending}
      error={send.error?.message}
      noValidate
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid gap-1.5">
        <Label htmlFor={destinationId}>Destination</Label>
        <DestinationSelect id={destinationId} value={destination} selectedIds={selectedIds} onChange={setDestination} />
      </div>
      <CommandField
        destination={destination}
        typed={command}
        onType={setCommand}
        error={isMissing ? 'Command is required' : undefined}
      />
      <Field label="Args (JSON)">
        <Textarea name="args" defaultValue="{}" rows={4} spellCheck={false} className="font-mono text-sm" />
      </Field>
      <AwaySelect value={away} onChange={setChosen} />
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
    </FormDialog>
  )
}
