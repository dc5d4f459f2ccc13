import type { AgentColumn } from '@atalaya/contract/agent-listing'
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { chosenColumns, OPTIONAL, offeredIn } from '#web/features/agents/list/chosen-columns.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'

/** Chooses which columns a list of agents has; a phone has no room for a choice. */
export function ColumnsMenu({ list: { kind, listing, look, setLook } }: { list: ListState }) {
  const offered = offeredIn(kind)
  const chosen = chosenColumns(kind, look)
  const choose = (name: AgentColumn, isOn: boolean) =>
    setLook({ columns: offered.filter((one) => (one === name ? isOn : chosen.includes(one))) })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm" className="rounded-full pointer-coarse:h-11 max-sm:hidden">
          <SlidersHorizontal aria-hidden />
          Columns
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>Shown columns</DropdownMenuLabel>
        {offered.map((name) => (
          <DropdownMenuCheckboxItem
            key={name}
            checked={chosen.includes(name) || name === listing.sort}
            // What the list is in the order of is shown in any case.
            disabled={name === listing.sort && !chosen.includes(name)}
            onCheckedChange={(isOn) => choose(name, isOn)}
            // Several columns at a time are common; the menu stays open.
            onSelect={(event) => event.preventDefault()}
          >
            {OPTIONAL[name].title}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
