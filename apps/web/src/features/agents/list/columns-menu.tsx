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
import { chosenColumns, OPTIONAL_COLUMNS, offeredIn } from '#web/features/agents/list/chosen-columns.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'

/** Menu to choose a list's columns; hidden on a phone, which has no room for them. */
export function ColumnsMenu({ list: { kind, listing, look, setLook } }: { list: ListState }) {
  const offered = offeredIn(kind)
  const chosen = chosenColumns(kind, look)
  const choose = (name: AgentColumn, isOn: boolean) =>
    setLook({ columns: offered.filter((column) => (column === name ? isOn : chosen.includes(column))) })
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
            // The sorted column is always visible.
            disabled={name === listing.sort && !chosen.includes(name)}
            onCheckedChange={(isOn) => choose(name, isOn)}
            // Keeps the menu open, to choose several.
            onSelect={(event) => event.preventDefault()}
          >
            {OPTIONAL_COLUMNS[name].title}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
