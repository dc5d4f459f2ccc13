import { ChevronDown } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { BULK_ACTIONS, type BulkKind } from '#web/features/users/bulk-actions.ts'

const KINDS = Object.keys(BULK_ACTIONS) as BulkKind[]

export function BulkMenu({ onChoose }: { onChoose: (kind: BulkKind) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm">
          With the selected
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {KINDS.map((kind) => (
          <DropdownMenuItem
            key={kind}
            variant={kind === 'delete' ? 'destructive' : 'default'}
            onSelect={() => onChoose(kind)}
          >
            {BULK_ACTIONS[kind].label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
