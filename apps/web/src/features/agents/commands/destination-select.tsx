import { useQuery } from '@tanstack/react-query'
import { AgentFindList } from '#web/components/agent-find-select.tsx'
import { FindSelect } from '#web/components/find-select.tsx'
import { type Destination, destinationLabel } from '#web/features/agents/commands/destination.ts'
import type { ListMatches } from '#web/features/agents/list/list-matches.ts'
import { tagsQuery } from '#web/lib/agent-reach.ts'
import { plural } from '#web/lib/plural.ts'
import { createTagFinder } from '#web/lib/selector-words.ts'

/** Maximum number of tags listed; typing finds the others. */
const TAGS_OFFERED = 8

type DestinationSelectProps = {
  id: string
  value: Destination
  selectedIds: string[]
  matches: ListMatches | undefined
  onChange: (destination: Destination) => void
}

function keyOf(option: Destination): string {
  if (option.kind === 'tag') return `tag ${option.tag}`
  return option.kind === 'one' ? option.agent.id : option.kind
}

/** Selects the destination: all agents, the selected or listed ones, a tag, or one agent found by typing. */
export function DestinationSelect({ id, value, selectedIds, matches, onChange }: DestinationSelectProps) {
  return (
    <FindSelect id={id} title="Destinations" shown={destinationLabel(value)} className="w-full">
      {(close) => (
        <Options
          value={value}
          fixed={fixedOptions(selectedIds, matches)}
          onPick={(option) => {
            onChange(option)
            close()
          }}
        />
      )}
    </FindSelect>
  )
}

type OptionsProps = { value: Destination; fixed: Destination[]; onPick: (option: Destination) => void }

function Options({ value, fixed, onPick }: OptionsProps) {
  const tags = useQuery(tagsQuery)
  return (
    <AgentFindList
      label="Find an agent or a tag"
      listLabel="Destination"
      othersFor={(text) => {
        const foundTags = (tags.data ?? []).filter(createTagFinder(text))
        const offered = foundTags.slice(0, TAGS_OFFERED).map((tag): Destination => ({ kind: 'tag', tag }))
        const rest = foundTags.length - TAGS_OFFERED
        return {
          options: [...(text ? [] : fixed), ...offered],
          more: rest > 0 && plural(rest, { one: '# more tag', other: '# more tags' }),
        }
      }}
      optionOf={(agent): Destination => ({ kind: 'one', agent: { ...agent, id: agent.agentId } })}
      keyOf={keyOf}
      textOf={destinationLabel}
      chosenKey={keyOf(value)}
      onPick={onPick}
    />
  )
}

function fixedOptions(selectedIds: string[], matches: ListMatches | undefined): Destination[] {
  const options: Destination[] = [{ kind: 'all' }]
  if (selectedIds.length > 0) options.push({ kind: 'selected', ids: selectedIds })
  if (matches) options.push({ kind: 'matches', matches })
  return options
}
