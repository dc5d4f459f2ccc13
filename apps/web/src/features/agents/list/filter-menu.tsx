import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { useQuery } from '@tanstack/react-query'
import { Filter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { tagsQuery } from '#web/features/agents/commands/commands.queries.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { statusLabel, TONES } from '#web/features/agents/status.ts'

const STATUSES = Object.keys(TONES) as AgentStatus[]

/** Statuses, of which several may be shown, and tags, of which one is. */
export function FilterMenu({ list: { listing, change } }: { list: ListState }) {
  const [isOpen, setOpen] = useState(false)
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: isOpen })
  const chosen = listing.status?.split(',') ?? []
  const choose = (status: AgentStatus, isOn: boolean) => {
    const next = STATUSES.filter((one) => (one === status ? isOn : chosen.includes(one)))
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
            // Several statuses at a time are common; the menu stays open.
            onSelect={(event) => event.preventDefault()}
          >
            {statusLabel(status)}
          </DropdownMenuCheckboxItem>
        ))}
        {tags.length > 0 && <DropdownMenuLabel>Tag</DropdownMenuLabel>}
        {tags.map((tag) => (
          <DropdownMenuCheckboxItem
            key={tag}
            checked={listing.tag === tag}
            onCheckedChange={(isOn) => change({ tag: isOn ? tag : undefined })}
          >
            <span className="truncate">{tag}</span>
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
