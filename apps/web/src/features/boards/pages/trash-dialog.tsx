import type { Page } from '@atalaya/contract/dashboard'
import { type DeletedPage, TRASH_DAYS } from '@atalaya/contract/page-archive'
import { relativeText } from '@atalaya/format/relative'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { moduleCountText } from '#web/features/boards/module-count.ts'
import { purgePage, restorePage, trashQuery } from '#web/features/boards/pages/archive.queries.ts'
import { errorOfLast } from '#web/lib/calls/error-of-last.ts'
import { useNow } from '#web/lib/clock.ts'

type TrashDialogProps = { onRestored: (page: Page) => void; onClose: () => void }

/** Pages deleted in the last 30 days. */
export function TrashDialog({ onRestored, onClose }: TrashDialogProps) {
  const { data: pages, error } = useQuery(trashQuery)
  const restore = useMutation(restorePage(useQueryClient()))
  const purge = useMutation(purgePage)
  const failed = error ?? errorOfLast(restore, purge)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Deleted pages</DialogTitle>
          <DialogDescription>They can be restored for {TRASH_DAYS} days, with all their modules.</DialogDescription>
        </DialogHeader>
        {failed && <Alert>{failed.message}</Alert>}
        {!pages && !error && <Skeleton className="h-16" />}
        {pages?.length === 0 && <p className="py-6 text-center text-muted-foreground">No deleted pages.</p>}
        {pages && pages.length > 0 && (
          <ul className="grid gap-1">
            {pages.map((page) => (
              <DeletedPageRow
                key={page._id}
                page={page}
                isBusy={restore.isPending || purge.isPending}
                onRestore={() => restore.mutate(page._id, { onSuccess: onRestored })}
                onPurge={() => purge.mutate(page._id)}
              />
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  )
}

const MINUTE_MS = 60_000

type DeletedPageRowProps = { page: DeletedPage; isBusy: boolean; onRestore: () => void; onPurge: () => void }

function DeletedPageRow({
  page: { name, modules, deletedAt, keptUntil },
  isBusy,
  onRestore,
  onPurge,
}: DeletedPageRowProps) {
  const now = useNow(MINUTE_MS)
  return (
    <li className="flex items-center gap-2 rounded-md px-2 py-1.5 hover:bg-accent">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted-foreground text-sm">
          {moduleCountText({ modules: { length: modules } })} · deleted {relativeText(new Date(deletedAt), now)} · gone{' '}
          {relativeText(new Date(keptUntil), now)}
        </p>
      </div>
      <Button variant="secondary" size="sm" disabled={isBusy} aria-label={`Restore ${name}`} onClick={onRestore}>
        Restore
      </Button>
      <Button variant="ghost" size="icon-sm" disabled={isBusy} aria-label={`Delete ${name} for good`} onClick={onPurge}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
