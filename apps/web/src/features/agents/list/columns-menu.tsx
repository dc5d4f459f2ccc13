import { SlidersHorizontal } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import {
  chosenColumns,
  FLEET_COLUMNS,
  OPTIONAL,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  ROW_COLUMNS,
  ROWS_OFFERED,
} from '#web/features/agents/list/chosen-columns.ts'

type ColumnsMenuProps = {
  kind: 'fleet' | 'own'
  params: URLSearchParams
  setParam: (name: string, value: string | null) => void
}

/** Chooses which columns a list of agents has; a phone has no room for a choice. */
export function ColumnsMenu({ kind, params, setParam }: ColumnsMenuProps) {
  const [usual, offered] = kind === 'fleet' ? [FLEET_COLUMNS, OPTIONAL_COLUMNS] : [ROW_COLUMNS, ROWS_OFFERED]
  const chosen = chosenColumns(params, usual)
  function choose(name: OptionalColumn, isOn: boolean): void {
    const next = OPTIONAL_COLUMNS.filter((one) => (one === name ? isOn : chosen.includes(one))).join()
    setParam('columns', next === OPTIONAL_COLUMNS.filter((one) => usual.includes(one)).join() ? null : next)
  }
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
