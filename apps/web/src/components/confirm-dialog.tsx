import type { ReactNode } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'

type ConfirmDialogProps = {
  title: string
  description: ReactNode
  confirmText: string
  busyText: string
  cancelText?: string
  isBusy?: boolean
  isDestructive?: boolean
  /** Reason of a failure; the dialog stays open. */
  error?: string | undefined
  /** False while input in `children` is missing. */
  canConfirm?: boolean
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that can't be undone. Open while rendered; can't be closed while busy. */
export function ConfirmDialog({
  title,
  description,
  confirmText,
  busyText,
  cancelText = 'Cancel',
  isBusy = false,
  isDestructive = false,
  error,
  canConfirm = true,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <AlertDialog open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <AlertDialogContent>
        <div className="grid gap-1.5">
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </div>
        {children}
        {error && <FormError>{error}</FormError>}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <AlertDialogCancel asChild>
            <Button variant="secondary" disabled={isBusy}>
              {cancelText}
            </Button>
          </AlertDialogCancel>
          <Button
            variant={isDestructive ? 'destructive' : 'default'}
            busy={isBusy}
            disabled={!canConfirm}
            onClick={onConfirm}
          >
            {isBusy ? busyText : confirmText}
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  )
}
