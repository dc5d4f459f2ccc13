import { type Agent, agents } from '@atalaya/contract/agents'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { AgentFindList } from '#web/components/agent-find-select.tsx'
import { FindSelect } from '#web/components/find-select.tsx'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** The chosen agent; null if it was deleted or the user may no longer see it. */
const chosenQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'chosen', id],
    queryFn: async ({ signal }): Promise<Agent | null> => {
      try {
        const found = await call(agents.get, { params: { id } }, signal)
        return 'agent' in found ? found.agent : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    enabled: id !== '',
  })

const titleOf = ({ name, machine, agentId }: Agent) => name || machine?.hostname || agentId

type Control = Omit<ComponentProps<typeof FindSelect>, 'title' | 'shown' | 'children'>
type AgentPickerProps = Control & { value: string; onChange: (agentId: string) => void }

/** Chooses an agent that the widget may read, among those that the user sees. Administrators also see its owner. */
export function AgentPicker({ value, onChange, ...control }: AgentPickerProps) {
  const user = useSession()?.user
  const ownerOf = (agent: Agent) => (isAdmin(user) ? agent.user.username : undefined)
  const chosen = useQuery(chosenQuery(value))

  function chosenText(): string {
    if (value === '') return 'Choose an agent…'
    if (chosen.data === null) return 'A deleted agent'
    if (!chosen.data) return chosen.isError ? value : 'Loading...'
    return [titleOf(chosen.data), ownerOf(chosen.data)].filter(Boolean).join(' · ')
  }

  return (
    <FindSelect {...control} title="Agents" shown={chosenText()} className="w-full">
      {(close) => (
        <AgentFindList
          label="Find an agent"
          listLabel="Agents"
          optionOf={(agent) => agent}
          keyOf={({ agentId }) => agentId}
          textOf={titleOf}
          noteOf={ownerOf}
          chosenKey={value}
          onPick={({ agentId }) => {
            onChange(agentId)
            close()
          }}
        />
      )}
    </FindSelect>
  )
}
