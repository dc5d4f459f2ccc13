import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { SEVERAL_MAX } from '@atalaya/contract/agent-listing'
import { AGENT_LOOKS, AgentStatusIcon, agentColor } from '@atalaya/module-sdk/agent-status'
import { useQuery } from '@tanstack/react-query'
import { Filter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { facetsQuery } from '#web/features/agents/commands/commands.queries.ts'
import { filterChange, type RepeatableName } from '#web/features/agents/list/listing.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { statusLabel } from '#web/features/agents/status.ts'
import { tagsQuery } from '#web/lib/agent-reach.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'

const STATUSES = Object.keys(AGENT_LOOKS) as AgentStatus[]

/** Maximum number of accounts offered as owners. */
const OWNERS_MAX = 500

/** Filters of a list. Values of one filter are combined by OR. */
export function FilterMenu({ list }: { list: ListState }) {
  const { kind, listing, change } = list
  const [isOpen, setOpen] = useState(false)
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: isOpen })
  const { data: facets } = useQuery({ ...facetsQuery, enabled: isOpen })
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: isOpen && kind === 'fleet' })
  const owners = users
    .slice(0, OWNERS_MAX)
    .map(({ _id, username }): Choice => [_id, username])
    .sort(([, one], [, other]) => one.localeCompare(other))
  const chosen = listing.status?.split(',') ?? []
  const choose = (status: AgentStatus, isOn: boolean) => {
    const next = STATUSES.filter((candidate) => (candidate === status ? isOn : chosen.includes(candidate)))
    change({ status: next.length > 0 ? next.join() : undefined })
  }
  return (
    <DropdownMenu open={isOpen} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm" className="rounded-full pointer-coarse:h-11">
          <Filter aria-hidden />
          Filter
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
      >
        <DropdownMenuLabel>Status</DropdownMenuLabel>
        {STATUSES.map((status) => (
          <DropdownMenuCheckboxItem
            key={status}
            checked={chosen.includes(status)}
            onCheckedChange={(isOn) => choose(status, isOn)}
            onSelect={stayOpen}
          >
            <span className={agentColor(status)}>
              <AgentStatusIcon status={status} className="size-4" />
            </span>
            {statusLabel(status)}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuLabel>Needs a look</DropdownMenuLabel>
        <DropdownMenuCheckboxItem
          checked={listing.critical !== undefined}
          onCheckedChange={(isOn) => change({ critical: isOn ? 'true' : undefined })}
          onSelect={stayOpen}
        >
          Over a bound
        </DropdownMenuCheckboxItem>
        <DropdownMenuCheckboxItem
          checked={listing.outdated !== undefined}
          onCheckedChange={(isOn) => change({ outdated: isOn ? 'true' : undefined })}
          onSelect={stayOpen}
        >
          Outdated
        </DropdownMenuCheckboxItem>
        <FilterGroup list={list} name="tag" label="Tag" choices={tags.map(asChoice)} />
        <FilterGroup list={list} name="system" label="System" choices={facets?.systems.map(asChoice)} />
        <FilterGroup list={list} name="version" label="Version" choices={facets?.versions.map(asChoice)} />
        <FilterGroup list={list} name="ownerId" label="Owner" choices={owners} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type Choice = [value: string, text: string]
const asChoice = (text: string): Choice => [text, text]

// Keeps the menu open, to choose several.
const stayOpen = (event: Event) => event.preventDefault()

type FilterGroupProps = { list: ListState; name: RepeatableName; label: string; choices: Choice[] | undefined }

/** Values of one filter; renders nothing if there are none. */
function FilterGroup({ list: { listing, change }, name, label, choices = [] }: FilterGroupProps) {
  if (choices.length === 0) return null
  const chosen = listing[name] ?? []
  return (
    <DropdownMenuGroup aria-label={label}>
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      {choices.map(([value, text]) => (
        <DropdownMenuCheckboxItem
          key={value}
          checked={chosen.includes(value)}
          disabled={chosen.length >= SEVERAL_MAX && !chosen.includes(value)}
          onCheckedChange={(isOn) => change(filterChange(listing, { name, value, isOn }))}
          onSelect={stayOpen}
        >
          <span className="truncate">{text}</span>
        </DropdownMenuCheckboxItem>
      ))}
    </DropdownMenuGroup>
  )
}
