import { type Agent, agents } from '@atalaya/contract/agents'
import type { Args } from '@atalaya/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useDeferredValue, useState } from 'react'
import { FindList } from '#web/components/find-select.tsx'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import { plural } from '#web/lib/plural.ts'

/** Maximum number of agents offered at once; typing finds the others. */
const OFFERED_MAX = 50

type AgentFilter = Pick<NonNullable<Args<typeof agents.list>['query']>, 'ownerId' | 'sort'>

const agentsByTextQuery = (query: string, filter: AgentFilter) =>
  queryOptions({
    queryKey: ['agents', 'found', query, filter],
    queryFn: ({ signal }) => {
      const listing = { page: 1, pageSize: OFFERED_MAX, ...filter, query: query || undefined }
      return withDefault(call(agents.list, { query: listing }, signal), 'No se pudo obtener la lista de agentes')
    },
    retry: false,
    meta: { error: 'Error on loading agents list' },
  })

type OtherChoices<T> = { options: T[]; more?: string | false }
type List<T> = ComponentProps<typeof FindList<T>>
type AgentFindListProps<T> = Pick<List<T>, 'label' | 'keyOf' | 'textOf' | 'noteOf' | 'chosenKey' | 'onPick'> & {
  listLabel: string
  /** Filters for the offered agents. */
  filter?: AgentFilter
  /** Choices listed before the agents. */
  othersFor?: (text: string) => OtherChoices<T>
  /** An agent as a choice; undefined leaves it out. */
  optionOf: (agent: Agent) => T | undefined
}

const ALL: AgentFilter = {}

/** Finds agents on the server by typed text, among those that the user sees. */
export function AgentFindList<T>({ filter = ALL, othersFor, optionOf, ...list }: AgentFindListProps<T>) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const { data, isPending, isError } = useQuery({
    ...agentsByTextQuery(query, filter),
    placeholderData: keepPreviousData,
  })
  const others = othersFor?.(text.trim()) ?? { options: [] }
  const agentOptions = (data?.agents ?? []).map(optionOf).filter((option) => option !== undefined)
  const moreCount = (data?.pagination.total ?? 0) - OFFERED_MAX
  const texts = [others.more, moreCount > 0 && plural(moreCount, { one: '# more agent', other: '# more agents' })]
  const more = texts.filter(Boolean).join(' and ')
  return (
    <FindList
      {...list}
      placeholder="Search by name, tag, host, system..."
      text={text}
      onText={setText}
      options={[...others.options, ...agentOptions]}
      more={more !== '' && `${more}: type to find them`}
      empty={isPending ? 'Loading...' : isError ? 'The agents could not be read' : 'No results.'}
    />
  )
}
