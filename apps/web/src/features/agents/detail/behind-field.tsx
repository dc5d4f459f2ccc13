import type { Agent } from '@atalaya/contract/agents'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { FindList, FindSelect } from '#web/components/find-select.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { agentListQuery, agentQuery } from '#web/features/agents/agents.queries.ts'
import { agentTitle } from '#web/features/agents/status.ts'

/** So many are offered; the search finds the rest. */
const OFFERED = 20

type Choice = { id: string; name: string }
const NOTHING: Choice = { id: '', name: 'Nothing' }

/** Behind which other machine of the same owner an agent lives: the field `behind` of a form. Whoever has one machine is not asked. */
export function BehindField({ agent }: { agent: Pick<Agent, 'agentId' | 'behind' | 'user'> }) {
  const [chosen, setChosen] = useState(agent.behind ?? '')
  const { data: upstream } = useQuery({ ...agentQuery(chosen), enabled: chosen !== '' })
  const { data: all } = useQuery(ofOwner(agent, ''))
  if (chosen === '' && (all?.total ?? 0) < 2) return null

  const shown = chosen === '' ? NOTHING.name : upstream ? agentTitle(upstream) : chosen
  return (
    <>
      <input type="hidden" name="behind" value={chosen} />
      <Field label="Lives behind" hint="A router, a switch, a host: what goes away together with it is one alert">
        <BehindSelect agent={agent} chosen={chosen} shown={shown} onPick={setChosen} />
      </Field>
    </>
  )
}

const ofOwner = ({ user }: Pick<Agent, 'user'>, query: string) =>
  agentListQuery({ query, ownerId: [user._id], page: 1, pageSize: OFFERED, sort: 'name' })

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
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const { data: found } = useQuery({ ...ofOwner(agent, query), placeholderData: keepPreviousData })
  const others = (found?.items ?? [])
    .filter(({ agentId }) => agentId !== agent.agentId)
    .map((one): Choice => ({ id: one.agentId, name: agentTitle(one) }))
  return (
    <FindList
      text={text}
      onText={setText}
      label="Find a machine"
      placeholder="Search by name, tag, host..."
      listLabel="Machines"
      options={query === '' ? [NOTHING, ...others] : others}
      keyOf={(one) => one.id}
      textOf={(one) => one.name}
      chosenKey={chosen}
      onPick={(one) => onPick(one.id)}
      more={found && found.total > OFFERED && `${found.total} machines: type to find yours`}
    />
  )
}
