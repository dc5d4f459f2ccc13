import type { Page } from '@atalaya/contract/dashboard'
import { TRASH_DAYS } from '@atalaya/contract/page-archive'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { removePage } from '#web/features/boards/boards.queries.ts'
import { moduleCountText } from '#web/features/boards/module-count.ts'

type DeletePageDialogProps = { page: Page; onDeleted: () => void; onClose: () => void }

export function DeletePageDialog({ page, onDeleted, onClose }: DeletePageDialogProps) {
  const remove = useMutation(removePage(useQueryClient()))
  return (
    <ConfirmDialog
      title={`Delete “${page.name}”?`}
      description={
        <>
          <span className="mb-2 block">
            {moduleCountText(page)} on this page. For {TRASH_DAYS} days it is among the deleted pages and can be
            restored. After that:
          </span>
          <span className="block">
            This action cannot be undone. The modules configured within the page will be lost.
          </span>
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error ? 'Could not delete the page' : undefined}
      onConfirm={() => remove.mutate(page._id, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}
