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
  /** Why it did not work; the dialog stays open. */
  error?: string | undefined
  /** False while something in `children` is still missing. */
  canConfirm?: boolean
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can't be taken back. It is open while it is rendered, and it can't be left while busy. */
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
