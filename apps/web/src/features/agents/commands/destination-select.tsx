import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FindList, FindSelect } from '#web/components/find-select.tsx'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { tagsQuery } from '#web/features/agents/commands/commands.queries.ts'
import { type Destination, destinationLabel } from '#web/features/agents/commands/destination.ts'
import { plural } from '#web/lib/plural.ts'

/** More than this many agents are found by typing. */
const OFFERED = 50

/** More than this many tags are found by typing, too. */
const TAGS_OFFERED = 8

type DestinationSelectProps = {
  id: string
  value: Destination
  selectedIds: string[]
  onChange: (destination: Destination) => void
}

function keyOf(option: Destination): string {
  if (option.kind === 'tag') return `tag ${option.tag}`
  return option.kind === 'one' ? option.agent.id : option.kind
}

/** All agents, those ticked in the table, those with a tag, or one of the fleet, found by typing. */
export function DestinationSelect({ id, value, selectedIds, onChange }: DestinationSelectProps) {
  return (
    <FindSelect id={id} title="Destinations" shown={destinationLabel(value)} className="w-full">
      {(close) => (
        <Options
          value={value}
          selectedIds={selectedIds}
          onPick={(option) => {
            onChange(option)
            close()
          }}
        />
      )}
    </FindSelect>
  )
}

type OptionsProps = { value: Destination; selectedIds: string[]; onPick: (option: Destination) => void }

function Options({ value, selectedIds, onPick }: OptionsProps) {
  const [text, setText] = useState('')
  const found = useQuery({
    ...agentListQuery({ page: 1, pageSize: OFFERED, query: text.trim() }),
    placeholderData: keepPreviousData,
  })
  const tags = useQuery(tagsQuery)
  const tagged = tagsWith(tags.data ?? [], text)
  const hidden = [
    unshown(tagged.length - TAGS_OFFERED, { one: '# more tag', other: '# more tags' }),
    unshown((found.data?.total ?? 0) - OFFERED, { one: '# more agent', other: '# more agents' }),
  ].filter(Boolean)
  const options: Destination[] = [
    ...(text ? [] : fixedOptions(selectedIds)),
    ...tagged.slice(0, TAGS_OFFERED).map((tag): Destination => ({ kind: 'tag', tag })),
    ...(found.data?.items.map((agent): Destination => ({ kind: 'one', agent })) ?? []),
  ]
  return (
    <FindList
      text={text}
      onText={setText}
      label="Find an agent or a tag"
      placeholder="Search by ID, name or tag..."
      listLabel="Destination"
      options={options}
      keyOf={keyOf}
      textOf={destinationLabel}
      chosenKey={keyOf(value)}
      onPick={onPick}
      more={hidden.length > 0 && `${hidden.join(' and ')}: type to find them`}
    />
  )
}

function tagsWith(tags: string[], text: string): string[] {
  const wanted = text.trim().toLowerCase()
  return tags.filter((tag) => tag.toLowerCase().includes(wanted))
}

const unshown = (count: number, forms: Parameters<typeof plural>[1]) => count > 0 && plural(count, forms)

function fixedOptions(selectedIds: string[]): Destination[] {
  return selectedIds.length > 0 ? [{ kind: 'all' }, { kind: 'selected', ids: selectedIds }] : [{ kind: 'all' }]
}
