import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import type { TileChoice } from '#web/features/boards/tile-bar.tsx'

type OpenedTileMenuProps = {
  button: ComponentProps<'button'>
  actions: readonly { kind: TileChoice; text: string; icon: LucideIcon }[]
  onSelect: (kind: TileChoice) => void
}

export function OpenedTileMenu({ button, actions, onSelect }: OpenedTileMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
      <DropdownMenuContent align="end">
        {actions.map(({ kind, text, icon: Icon }) => (
          <DropdownMenuItem
            key={kind}
            variant={kind === 'remove' ? 'destructive' : 'default'}
            onSelect={() => onSelect(kind)}
          >
            <Icon aria-hidden />
            {text}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
