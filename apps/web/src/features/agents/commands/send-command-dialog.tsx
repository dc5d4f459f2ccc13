import type { Capability } from '@atalaya/contract/capability'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Label } from '#web/components/ui/label.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { ArgsFields } from '#web/features/agents/commands/args-fields.tsx'
import { DELIVERIES, type Delivery } from '#web/features/agents/commands/away.ts'
import { DeliverySelect } from '#web/features/agents/commands/away-select.tsx'
import { CommandField } from '#web/features/agents/commands/command-field.tsx'
import { type CommandInput, capabilitiesQuery } from '#web/features/agents/commands/commands.queries.ts'
import { ConfirmMany } from '#web/features/agents/commands/confirm-many.tsx'
import {
  type Destination,
  isOpenEnded,
  reachedCountText,
  targetOf,
  unseenText,
} from '#web/features/agents/commands/destination.ts'
import { DestinationSelect } from '#web/features/agents/commands/destination-select.tsx'
import { defaultDelivery } from '#web/features/agents/commands/known-commands.ts'
import { useArgs } from '#web/features/agents/commands/use-args.ts'
import { useReachedCount } from '#web/features/agents/commands/use-reached-count.ts'
import { useRefusedArgs } from '#web/features/agents/commands/use-refused-args.ts'
import { useSend } from '#web/features/agents/commands/use-send.ts'
import { parseJsonInput } from '#web/features/agents/json-input.ts'
import { type ListMatches, useListMatches } from '#web/features/agents/list/list-matches.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { onValues } from '#web/lib/form-values.ts'
import { notify } from '#web/lib/notify.ts'

type SendCommandDialogProps = {
  /** Agent, if opened from its menu. */
  agent?: Pick<AgentRow, 'id' | 'agentId' | 'name' | 'isOnline' | 'status'> | undefined
  tag?: string
  selectedIds?: string[]
  /** Agents on the page behind the dialog. */
  shownIds?: string[]
  /** Initial command. */
  command?: string
  /** List that it was opened from; `total` is the number of agents found there. */
  list?: ListState
  total?: number | undefined
  onSent: (batchId: string) => void
  onClose: () => void
}

const NO_CAPABILITIES: readonly Capability[] = []

/** Capabilities reported by the machine, if the command is for only one. */
function useOffered(destination: Destination): readonly Capability[] {
  const agentId = destination.kind === 'one' ? destination.agent.agentId : ''
  const { data } = useQuery({ ...capabilitiesQuery(agentId), enabled: agentId !== '' })
  return agentId === '' ? NO_CAPABILITIES : (data?.capabilities ?? NO_CAPABILITIES)
}

type OpenedFrom = Pick<SendCommandDialogProps, 'agent' | 'tag'> & {
  selectedIds: string[]
  matches: ListMatches | undefined
}

/** Default destination, by the screen behind the dialog. */
function defaultDestination({ agent, tag, selectedIds, matches }: OpenedFrom): Destination {
  if (agent) return { kind: 'one', agent }
  if (tag !== undefined) return { kind: 'tag', tag }
  if (selectedIds.length > 0) return { kind: 'selected', ids: selectedIds }
  return matches ? { kind: 'matches', matches } : { kind: 'all' }
}

export function SendCommandDialog(props: SendCommandDialogProps) {
  const { agent, tag, selectedIds = [], shownIds = [], list, total, onSent, onClose } = props
  const matches = useListMatches(list, total)
  const [destination, setDestination] = useState(() => defaultDestination({ agent, tag, selectedIds, matches }))
  const [isCommandMissing, setCommandMissing] = useState(false)
  const [bodyToConfirm, setBodyToConfirm] = useState<CommandInput | null>(null)
  const [command, setCommand] = useState(props.command ?? '')
  const [chosenDelivery, setChosenDelivery] = useState<Delivery | null>(null)
  const delivery = chosenDelivery ?? defaultDelivery(command)
  const send = useSend((batchId) => {
    if (batchId) onSent(batchId)
    onClose()
  })
  const offered = useOffered(destination)
  const args = useArgs(command, offered)
  const fields = useRef<HTMLDivElement>(null)
  const reachedCount = useReachedCount(destination)
  const reachedText = reachedCount && reachedCountText(reachedCount, delivery) + unseenText(destination, shownIds)
  const refusedArgs = useRefusedArgs(send.error, fields)
  const destinationId = useId()

  function submit(body: CommandInput) {
    setBodyToConfirm(null)
    send.submit(body)
  }

  const onSubmit = onValues(({ args: json = '' }) => {
    setCommandMissing(command === '')
    if (command === '') return void notify('error', 'Command is required')
    args.showErrors()
    if (!args.isValid) return void fields.current?.querySelector<HTMLElement>('input, button')?.focus()
    const body = {
      command,
      args: args.showsForm ? args.filled : parseJsonInput(json),
      ...targetOf(destination),
      ...DELIVERIES[delivery].body,
      // Limit: the server refuses if the command would reach more agents than the user saw here.
      maxTargets: isOpenEnded(destination) ? reachedCount?.total || undefined : undefined,
    }
    const isOne = destination.kind === 'one' || (reachedCount && reachedCount.total <= 1)
    if (isOne) submit(body)
    else setBodyToConfirm(body)
  })

  return (
    <FormDialog
      title="Send Command to Agents"
      description={<span role="status">{reachedText ?? 'Counting agents...'}</span>}
      submitText="Send"
      busyText="Sending..."
      isBusy={send.isPending}
      error={refusedArgs ? undefined : send.error?.message}
      noValidate
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <Label htmlFor={destinationId}>Destination</Label>
        <DestinationSelect
          id={destinationId}
          value={destination}
          selectedIds={selectedIds}
          matches={matches}
          onChange={setDestination}
        />
      </div>
      <CommandField
        offered={offered}
        typed={command}
        onType={setCommand}
        error={isCommandMissing ? 'Command is required' : undefined}
      />
      <div ref={fields} onInput={refusedArgs ? send.clearError : undefined}>
        <ArgsFields args={args} refusal={refusedArgs} />
      </div>
      <DeliverySelect value={delivery} onChange={setChosenDelivery} />
      {bodyToConfirm && (
        <ConfirmMany
          body={bodyToConfirm}
          total={reachedCount?.total}
          description={reachedText ?? 'The agents could not be counted.'}
          onConfirm={() => submit(bodyToConfirm)}
          onClose={() => setBodyToConfirm(null)}
        />
      )}
    </FormDialog>
  )
}
