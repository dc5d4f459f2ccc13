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
import { facetsQuery, tagsQuery } from '#web/features/agents/commands/commands.queries.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { statusLabel, TONES } from '#web/features/agents/status.ts'

const STATUSES = Object.keys(TONES) as AgentStatus[]

/** Statuses, of which several may be shown; of tags, systems and versions one each. */
export function FilterMenu({ list: { listing, change } }: { list: ListState }) {
  const [isOpen, setOpen] = useState(false)
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: isOpen })
  const { data: facets } = useQuery({ ...facetsQuery, enabled: isOpen })
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
        <DropdownMenuLabel>Needs a look</DropdownMenuLabel>
        <DropdownMenuCheckboxItem
          checked={listing.critical !== undefined}
          onCheckedChange={(isOn) => change({ critical: isOn ? 'true' : undefined })}
        >
          Over a bound
        </DropdownMenuCheckboxItem>
        <DropdownMenuCheckboxItem
          checked={listing.outdated !== undefined}
          onCheckedChange={(isOn) => change({ outdated: isOn ? 'true' : undefined })}
        >
          Outdated
        </DropdownMenuCheckboxItem>
        <OneOf label="Tag" values={tags} chosen={listing.tag} onChoose={(tag) => change({ tag })} />
        <OneOf
          label="System"
          values={facets?.systems ?? []}
          chosen={listing.system}
          onChoose={(system) => change({ system })}
        />
        <OneOf
          label="Version"
          values={facets?.versions ?? []}
          chosen={listing.version}
          onChoose={(version) => change({ version })}
        />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type OneOfProps = {
  label: string
  values: string[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

/** Values of which one at a time is listed; nothing where there are none to choose from. */
function OneOf({ label, values, chosen, onChoose }: OneOfProps) {
  if (values.length === 0) return null
  return (
    <>
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      {values.map((value) => (
        <DropdownMenuCheckboxItem
          key={value}
          checked={chosen === value}
          onCheckedChange={(isOn) => onChoose(isOn ? value : undefined)}
        >
          <span className="truncate">{value}</span>
        </DropdownMenuCheckboxItem>
      ))}
    </>
  )
}
