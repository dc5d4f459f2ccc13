import type { Page } from '@atalaya/contract/dashboard'
import { ArchiveRestore, Download, Pencil, Power, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import type { PageAction } from '#web/features/boards/pages/page-actions.ts'

type OpenedPageMenuProps = { button: ComponentProps<'button'>; page: Page; onAction: (action: PageAction) => void }

export function OpenedPageMenu({ button, page, onAction }: OpenedPageMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onAction({ kind: 'edit', page })}>
          <Pencil aria-hidden />
          Edit Information
        </DropdownMenuItem>
        <DropdownMenuItem disabled={page.active} onSelect={() => onAction({ kind: 'activate', page })}>
          <Power aria-hidden />
          Activate
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAction({ kind: 'export', page })}>
          <Download aria-hidden />
          Export
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAction({ kind: 'trash', page })}>
          <ArchiveRestore aria-hidden />
          Deleted pages…
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={() => onAction({ kind: 'delete', page })}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
