import type { AgentSort } from '@atalaya/contract/agent-listing'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { csvColumns } from '#web/features/agents/list/chosen-columns.ts'
import { ColumnsMenu } from '#web/features/agents/list/columns-menu.tsx'
import { saveCsv } from '#web/features/agents/list/csv.ts'
import { FilterMenu } from '#web/features/agents/list/filter-menu.tsx'
import {
  chosenOf,
  directionOf,
  type Listing,
  type ListingChange,
  NO_LISTING,
  type SeveralName,
  SORTS,
} from '#web/features/agents/list/listing.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { ViewsMenu } from '#web/features/agents/list/views-menu.tsx'
import { statusLabel } from '#web/features/agents/status.ts'
import { usersQuery } from '#web/lib/accounts.ts'
import { cn } from '#web/lib/cn.ts'

/** What is asked most often, one press each. */
const QUESTIONS: [question: string, AgentSort][] = [
  ['Fullest disk', 'disk'],
  ['Most memory used', 'memory'],
  ['Busiest CPU', 'cpu'],
  ['Warmest', 'temperature'],
]

/** What stands over a long list: its questions, what it is filtered by, and the way back. */
export function ListTools({ list }: { list: ListState }) {
  const { kind, listing, query, look, setLook, change } = list
  const save = useMutation(saveCsv)
  const isRows = look.as === 'rows'
  const asked = { ...listing, query: query || undefined, ...(kind === 'own' && { owner: 'me' as const }) }
  // Cards show no columns: of them everything is saved.
  const columns = kind === 'fleet' || isRows ? { columns: csvColumns(kind, look, listing).join() } : {}
  const { data: users } = useQuery({ ...usersQuery, enabled: kind === 'fleet' && listing.ownerId !== undefined })
  const nameOf = (id: string) => users?.find(({ _id }) => _id === id)?.username ?? id
  const chips = chipsOf(listing, nameOf)
  return (
    <div className="grid min-w-0 gap-2">
      {/* In one line or two, by the width alone: so what stands below keeps its place. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div role="group" aria-label="Questions and filters" className="grid gap-2 xl:flex">
        <div className="-m-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1 xl:shrink-0">
          <Pressed
            isOn={listing.trouble !== undefined}
            onPress={(isOn) => change({ trouble: isOn ? 'true' : undefined })}
          >
            In trouble
          </Pressed>
          {QUESTIONS.map(([question, sort]) => (
            <Pressed
              key={sort}
              isOn={listing.sort === sort && directionOf(listing) === 'desc'}
              onPress={(isOn) => change({ sort: isOn ? sort : undefined, order: undefined })}
            >
              {question}
            </Pressed>
          ))}
        </div>
        <div className="flex min-w-0 items-center gap-2 max-[24rem]:[&_svg]:hidden">
          <FilterMenu list={list} />
          <ViewsMenu list={list} />
          {kind === 'own' && (
            <Pressed isOn={isRows} onPress={(isOn) => setLook({ as: isOn ? 'rows' : 'cards' })}>
              Rows
            </Pressed>
          )}
          {(kind === 'fleet' || isRows) && <ColumnsMenu list={list} />}
          <Button
            variant="secondary"
            size="sm"
            className="rounded-full pointer-coarse:h-11"
            busy={save.isPending}
            onClick={() => save.mutate({ ...asked, ...columns })}
          >
            <Download aria-hidden />
            CSV
          </Button>
        </div>
      </div>
      {chips.length > 0 && (
        <ul aria-label="Shown are only" className="flex flex-wrap items-center gap-2">
          {chips.map(([name, text, without]) => (
            <li key={`${name} ${text}`} className="min-w-0">
              <Button
                variant="secondary"
                size="sm"
                className="max-w-full pointer-coarse:h-11"
                aria-label={`Remove ${name}: ${text}`}
                onClick={() => change(without)}
              >
                <span className="truncate">
                  <span className="text-muted-foreground">{name}</span> {text}
                </span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
          <li>
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => change(NO_LISTING)}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

type PressedProps = { isOn: boolean; onPress: (isOn: boolean) => void; children: ReactNode }

/** A button that stays pressed. */
function Pressed({ isOn, onPress, children }: PressedProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onPress(!isOn)}
      className={cn(
        'h-8 shrink-0 whitespace-nowrap rounded-full border px-3 text-sm transition-colors pointer-coarse:h-11',
        isOn ? 'border-primary bg-primary-soft font-medium text-primary-text' : 'bg-card hover:bg-accent',
      )}
    >
      {children}
    </button>
  )
}

type Chip = [name: string, text: string, without: ListingChange]

/** What a list is filtered by, and what takes each away. */
function chipsOf(listing: Listing, nameOf: (ownerId: string) => string): Chip[] {
  const { status, sort, critical, outdated } = listing
  const chips: Chip[] = []
  if (status) chips.push(['Status', status.split(',').map(statusLabel).join(', '), { status: undefined }])
  if (critical) chips.push(['Numbers', 'over a bound', { critical: undefined }])
  if (outdated) chips.push(['Agent', 'outdated', { outdated: undefined }])
  const each = (name: SeveralName, title: string, textOf: (value: string) => string) => {
    for (const value of listing[name] ?? []) chips.push([title, textOf(value), chosenOf(listing, name, value, false)])
  }
  each('tag', 'Tag', (tag) => tag)
  each('ownerId', 'Owner', nameOf)
  each('system', 'System', (system) => system || 'unknown')
  each('version', 'Version', (version) => version || 'unknown')
  const isAsked = QUESTIONS.some(([, one]) => one === sort) && directionOf(listing) === 'desc'
  if (sort && !isAsked) {
    const direction = directionOf(listing) === 'asc' ? 'ascending' : 'descending'
    chips.push(['Order', `${SORTS[sort]}, ${direction}`, { sort: undefined, order: undefined }])
  }
  return chips
}
