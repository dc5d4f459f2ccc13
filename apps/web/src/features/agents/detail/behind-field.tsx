import type { Agent } from '@atalaya/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AgentFindList } from '#web/components/agent-find-select.tsx'
import { FindSelect } from '#web/components/find-select.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { agentListQuery, agentQuery } from '#web/features/agents/agents.queries.ts'
import { agentTitle } from '#web/features/agents/status.ts'

type Choice = { id: string; name: string }
const NOTHING: Choice = { id: '', name: 'Nothing' }

/**
 * Form field `behind`: the upstream machine of an agent, of the same owner. Hidden if the owner has only one machine.
 */
export function BehindField({ agent }: { agent: Pick<Agent, 'agentId' | 'behind' | 'user'> }) {
  const [chosen, setChosen] = useState(agent.behind ?? '')
  const { data: upstream } = useQuery({ ...agentQuery(chosen), enabled: chosen !== '' })
  const { data: all } = useQuery(agentListQuery({ ...ofOwner(agent), page: 1, pageSize: 1 }))
  if (chosen === '' && (all?.total ?? 0) < 2) return null

  const shownName = chosen === '' ? NOTHING.name : upstream ? agentTitle(upstream) : chosen
  return (
    <>
      <input type="hidden" name="behind" value={chosen} />
      <Field label="Lives behind" hint="A router, a switch, a host: what goes away together with it is one alert">
        <BehindSelect agent={agent} chosen={chosen} shown={shownName} onPick={setChosen} />
      </Field>
    </>
  )
}

const ofOwner = ({ user }: Pick<Agent, 'user'>) => ({ ownerId: [user._id], sort: 'name' as const })

type BehindSelectProps = {
  id?: string
  agent: Pick<Agent, 'agentId' | 'user'>
  chosen: string
  shown: string
  onPick: (id: string) => void
}

function BehindSelect({ id, agent, chosen, shown, onPick }: BehindSelectProps) {
  return (
    <FindSelect id={id ?? ''} title="Machines" label="Lives behind" shown={shown} className="w-full">
      {(close) => (
        <Machines
          agent={agent}
          chosen={chosen}
          onPick={(picked) => {
            onPick(picked)
            close()
          }}
        />
      )}
    </FindSelect>
  )
}

function Machines({ agent, chosen, onPick }: Pick<BehindSelectProps, 'agent' | 'chosen' | 'onPick'>) {
  return (
    <AgentFindList
      label="Find a machine"
      listLabel="Machines"
      filter={ofOwner(agent)}
      othersFor={(text) => ({ options: text === '' ? [NOTHING] : [] })}
      optionOf={(candidate): Choice | undefined =>
        candidate.agentId === agent.agentId ? undefined : { id: candidate.agentId, name: agentTitle(candidate) }
      }
      keyOf={(choice) => choice.id}
      textOf={(choice) => choice.name}
      chosenKey={chosen}
      onPick={(choice) => onPick(choice.id)}
    />
  )
}
