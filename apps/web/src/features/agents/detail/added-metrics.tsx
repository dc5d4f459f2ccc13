import { ChartLine } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { metricOf } from '#web/features/agents/metrics.ts'

type AddedMetricsProps = { names: string[]; added: string[]; onChange: (added: string[]) => void }

/** Menu of all metrics that the agent sends, to add charts. */
export function AddedMetrics({ names, added, onChange }: AddedMetricsProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm">
          <ChartLine aria-hidden />
          More charts
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-80 overflow-y-auto">
        {names.map((name) => (
          <DropdownMenuCheckboxItem
            key={name}
            checked={added.includes(name)}
            onCheckedChange={(on) => onChange(on ? [...added, name] : added.filter((other) => other !== name))}
            // Keeps the menu open, to choose several.
            onSelect={(event) => event.preventDefault()}
          >
            {metricOf(name).title}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
