import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { capabilitiesQuery } from '#web/features/agents/commands/commands.queries.ts'
import type { Destination } from '#web/features/agents/commands/destination.ts'
import { meaningOf } from '#web/features/agents/commands/known-commands.ts'

type CommandFieldProps = {
  destination: Destination
  typed: string
  onType: (command: string) => void
  error: string | undefined
}

/** What to do, and what that means; for one agent, what that machine says it can do is offered. */
export function CommandField({ destination, typed, onType, error }: CommandFieldProps) {
  const listId = useId()
  const agentId = destination.kind === 'one' ? destination.agent.agentId : ''
  const { data } = useQuery({ ...capabilitiesQuery(agentId), enabled: agentId !== '' })
  const offered = agentId === '' ? [] : (data?.capabilities ?? [])
  const isRefused = typed !== '' && offered.length > 0 && !offered.some(({ name }) => name.startsWith(typed))
  return (
    <>
      <Field
        label="Command"
        error={error}
        hint={
          isRefused ? `This machine does not offer ${typed}: its owner has to allow it there first` : meaningOf(typed)
        }
      >
        <Input
          name="command"
          list={listId}
          placeholder="restart, update, ..."
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value.trim())}
        />
      </Field>
      <datalist id={listId}>
        {offered.map(({ name, description }) => (
          <option key={name} value={name}>
            {description}
          </option>
        ))}
      </datalist>
    </>
  )
}
