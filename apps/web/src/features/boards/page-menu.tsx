import type { Page } from '@atalaya/contract/dashboard'
import { ArchiveRestore, Download, EllipsisVertical, Pencil, Power, Trash2 } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'

/** What one can do with a page. */
export type PageAction = {
  kind: 'select' | 'edit' | 'activate' | 'deactivate' | 'export' | 'trash' | 'delete'
  page: Page
}

export function PageMenu({ page, onAction }: { page: Page; onAction: (action: PageAction) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${page.name}`} className="relative z-10">
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
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
