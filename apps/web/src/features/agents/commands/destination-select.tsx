import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { tagsQuery } from '#web/features/agents/commands/commands.queries.ts'
import { type Destination, destinationLabel } from '#web/features/agents/commands/destination.ts'
import { cn } from '#web/lib/cn.ts'

/** More than this many agents are found by typing. */
const OFFERED = 50

type DestinationSelectProps = {
  id: string
  value: Destination
  selectedIds: string[]
  onChange: (destination: Destination) => void
}

/** More than this many tags are found by typing, too. */
const TAGS_OFFERED = 8

function keyOf(option: Destination): string {
  if (option.kind === 'tag') return `tag ${option.tag}`
  return option.kind === 'one' ? option.agent.id : option.kind
}

/** All agents, those ticked in the table, those with a tag, or one of the fleet, found by typing: a fleet is too long for a plain list. */
export function DestinationSelect({ id, value, selectedIds, onChange }: DestinationSelectProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button id={id} variant="secondary" role="combobox" aria-expanded={isOpen} className="w-full justify-between">
          <span className="truncate font-normal">{destinationLabel(value)}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-(--radix-popover-trigger-width) p-1">
        <Options
          value={value}
          selectedIds={selectedIds}
          onPick={(option) => {
            onChange(option)
            setOpen(false)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

type OptionsProps = { value: Destination; selectedIds: string[]; onPick: (option: Destination) => void }

function Options({ value, selectedIds, onPick }: OptionsProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = useQuery({
    ...agentListQuery({ page: 1, pageSize: OFFERED, query: text.trim() }),
    placeholderData: keepPreviousData,
  })
  const tags = useQuery(tagsQuery)
  const options: Destination[] = [
    ...(text ? [] : fixedOptions(selectedIds)),
    ...tagOptions(tags.data ?? [], text),
    ...(found.data?.items.map((agent): Destination => ({ kind: 'one', agent })) ?? []),
  ]
  const current = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  function moveTo(index: number) {
    setActive(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const goals: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 }
    const goal = goals[event.key]
    const picked = options[current]
    if (goal !== undefined) moveTo((goal + options.length) % options.length)
    else if (event.key === 'Enter' && picked) onPick(picked)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={optionId(current)}
        aria-label="Find an agent or a tag"
        placeholder="Search by ID, name or tag..."
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Destination" className="mt-1 max-h-60 overflow-y-auto">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the box above, which points here.
          <div
            key={keyOf(option)}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={keyOf(option) === keyOf(value)}
            onClick={() => onPick(option)}
            onPointerMove={() => setActive(index)}
            className={cn(
              'flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm',
              index === current && 'bg-accent',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{destinationLabel(option)}</span>
            {keyOf(option) === keyOf(value) && <Check aria-hidden className="size-4 shrink-0 text-primary-text" />}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-2 py-1.5 text-muted-foreground text-sm">No results.</p>}
    </>
  )
}

function tagOptions(tags: string[], text: string): Destination[] {
  const wanted = text.trim().toLowerCase()
  const found = tags.filter((tag) => tag.toLowerCase().includes(wanted))
  return found.slice(0, TAGS_OFFERED).map((tag) => ({ kind: 'tag', tag }))
}

function fixedOptions(selectedIds: string[]): Destination[] {
  return selectedIds.length > 0 ? [{ kind: 'all' }, { kind: 'selected', ids: selectedIds }] : [{ kind: 'all' }]
}
