import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { capabilitiesQuery } from '#web/features/agents/commands/commands.queries.ts'
import type { Destination } from '#web/features/agents/commands/destination.ts'

/** What to do; for one agent, what that machine says it can do is offered. */
export function CommandField({ destination, error }: { destination: Destination; error: string | undefined }) {
  const listId = useId()
  const agentId = destination.kind === 'one' ? destination.agent.agentId : ''
  const { data } = useQuery({ ...capabilitiesQuery(agentId), enabled: agentId !== '' })
  return (
    <>
      <Field label="Command" error={error}>
        <Input name="command" list={listId} placeholder="restart, update, ..." autoComplete="off" spellCheck={false} />
      </Field>
      <datalist id={listId}>
        {data?.capabilities.map(({ name, description }) => (
          <option key={name} value={name}>
            {description}
          </option>
        ))}
      </datalist>
    </>
  )
}
