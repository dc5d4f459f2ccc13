import { SlidersHorizontal } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { OPTIONAL, OPTIONAL_COLUMNS, type OptionalColumn } from '#web/features/agents/list/chosen-columns.ts'

type ColumnsMenuProps = {
  chosen: OptionalColumn[]
  /** Those that there are. */
  offered: OptionalColumn[]
  onChange: (chosen: OptionalColumn[]) => void
}

/** Chooses which columns a list of agents has; a phone has no room for a choice. */
export function ColumnsMenu({ chosen, offered, onChange }: ColumnsMenuProps) {
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
            checked={chosen.includes(name)}
            onCheckedChange={(isOn) =>
              onChange(OPTIONAL_COLUMNS.filter((one) => (one === name ? isOn : chosen.includes(one))))
            }
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
