import type { InstalledModule } from '@atalaya/contract/dashboard'
import type { ComponentProps } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { type TileChoice, tileChoicesOf } from '#web/features/boards/editor/tile-actions.ts'

type OpenedTileMenuProps = {
  button: ComponentProps<'button'>
  module: InstalledModule
  onSelect: (kind: TileChoice) => void
}

export function OpenedTileMenu({ button, module, onSelect }: OpenedTileMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
      <DropdownMenuContent align="end">
        {tileChoicesOf(module).map(({ kind, text, icon: Icon }) => (
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
