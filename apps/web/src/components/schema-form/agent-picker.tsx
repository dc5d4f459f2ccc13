import { agents, PAGE_SIZE_MAX } from '@atalaya/contract/agents'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { call } from '#web/lib/api.ts'

const ownAgentsQuery = queryOptions({
  queryKey: ['agents', 'picker'],
  queryFn: async ({ signal }) =>
    (await call(agents.list, { query: { page: 1, pageSize: PAGE_SIZE_MAX, owner: 'me' } }, signal)).agents,
})

type AgentPickerProps = { value: string; onChange: (agentId: string) => void; id?: string }

/** Chooses one of the user's own agents. An agent that was chosen before and is gone stays chosen, and says so. */
export function AgentPicker({ value, onChange, ...field }: AgentPickerProps) {
  const { data: own = [], isPending, isError } = useQuery(ownAgentsQuery)
  const isGone = value !== '' && !isPending && own.every((agent) => agent.agentId !== value)
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger {...field}>
        <SelectValue placeholder={placeholder(isPending, isError, own.length)} />
      </SelectTrigger>
      <SelectContent>
        {isGone && <SelectItem value={value}>An agent that is gone</SelectItem>}
        {own.map(({ agentId, name, machine }) => (
          <SelectItem key={agentId} value={agentId}>
            {name ?? machine?.hostname ?? agentId}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}

function placeholder(isPending: boolean, isError: boolean, count: number): string {
  if (isPending) return 'Loading...'
  if (isError) return 'The agents could not be read'
  return count === 0 ? 'No agents' : 'Choose an agent…'
}
