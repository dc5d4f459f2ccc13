import type { ComponentProps } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { type TileChoice, tileChoices } from '#web/features/boards/editor/tile-actions.ts'

type OpenedTileMenuProps = {
  button: ComponentProps<'button'>
  onSelect: (kind: TileChoice) => void
}

export function OpenedTileMenu({ button, onSelect }: OpenedTileMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
      <DropdownMenuContent align="end">
        {tileChoices.map(({ kind, text, icon: Icon }) => (
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
