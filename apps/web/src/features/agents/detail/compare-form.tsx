import { COMPARED_MAX } from '@atalaya/contract/telemetry'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { SearchInput } from '#web/components/search-input.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { tagsQuery } from '#web/lib/agent-reach.ts'
import { createTagFinder } from '#web/lib/selector-words.ts'

/** Maximum number of agents listed; the search finds the others. */
const OFFERED_MAX = 20
const TAGS_OFFERED = 8

type CompareFormProps = {
  /** Agent of this page: always in its own charts. */
  agentId: string
  comparedIds: readonly string[]
  tag: string | null
  onChange: (chosen: { comparedIds?: string[]; tag?: string | null }) => void
}

/** Lists of agents and of tags to choose. One tag can be chosen at a time; it adds all its agents. */
export function CompareForm({ agentId, comparedIds, tag, onChange }: CompareFormProps) {
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data: found } = useQuery({
    ...agentListQuery({ query, page: 1, pageSize: OFFERED_MAX, sort: 'name' }),
    placeholderData: keepPreviousData,
  })
  const { data: tags = [] } = useQuery(tagsQuery)
  const foundTags = tags.filter(createTagFinder(query))
  const offeredTags = foundTags.slice(0, TAGS_OFFERED)
  const others = found?.items.filter(({ id }) => id !== agentId) ?? []
  const isFull = comparedIds.length >= COMPARED_MAX - 1

  return (
    <div className="grid gap-3">
      <SearchInput placeholder="Search agents and tags..." onValueChange={setTyped} className="max-w-none" />
      <div className="grid max-h-72 gap-3 overflow-y-auto p-1">
        {offeredTags.length > 0 && (
          <Choices
            title={
              foundTags.length > TAGS_OFFERED
                ? `All with a tag (${foundTags.length}: type to find yours)`
                : 'All with a tag'
            }
          >
            {offeredTags.map((candidate) => (
              <Choice
                key={candidate}
                isOn={tag === candidate}
                onChange={(isOn) => onChange({ tag: isOn ? candidate : null })}
              >
                {candidate}
              </Choice>
            ))}
          </Choices>
        )}
        <Choices title="Agents">
          {others.map((agent) => (
            <Choice
              key={agent.id}
              isOn={comparedIds.includes(agent.id)}
              isDisabled={isFull && !comparedIds.includes(agent.id)}
              onChange={(isOn) =>
                onChange({
                  comparedIds: isOn ? [...comparedIds, agent.id] : comparedIds.filter((id) => id !== agent.id),
                })
              }
            >
              {agentTitle(agent)}
            </Choice>
          ))}
          {found && others.length === 0 && <li className="text-muted-foreground text-sm">No other agent is found.</li>}
        </Choices>
      </div>
      {isFull && <p className="text-muted-foreground text-xs">One chart holds {COMPARED_MAX} machines at most.</p>}
    </div>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <p id={id} className="text-muted-foreground text-xs">
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

type ChoiceProps = { isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

function Choice({ isOn, isDisabled, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <li className="flex items-center gap-2">
      <Checkbox id={id} checked={isOn} disabled={isDisabled} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id} className="min-w-0 flex-1 truncate py-1.5 text-sm pointer-coarse:py-3">
        {children}
      </label>
    </li>
  )
}
