import type { Display } from '@atalaya/contract/displays'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { removeDisplay } from '#web/features/displays/displays.queries.ts'

export function RemoveDisplayDialog({ display, onClose }: { display: Display; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useMutation({
    ...removeDisplay,
    // Leaves before the list changes; otherwise this page would briefly say that the display does not exist.
    onSuccess: async (...answer) => {
      await navigate('/displays', { replace: true })
      removeDisplay.onSuccess?.(...answer)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${display.name}?`}
      description="Its screen shows nothing of it within a second and offers to be paired again. Its playlist and settings go with it."
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate(display._id)}
      onClose={onClose}
    />
  )
}
