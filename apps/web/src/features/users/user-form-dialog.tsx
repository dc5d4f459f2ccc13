import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'

type UserFormDialogProps = {
  title: string
  /** Whom it is about. */
  description: string
  isBusy: boolean
  canSave?: boolean
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  children: ReactNode
}

/** What the dialogs with a form have in common. It can't be left while busy, so that nobody loses sight of a failure. */
export function UserFormDialog({
  title,
  description,
  isBusy,
  canSave = true,
  onSubmit,
  onClose,
  children,
}: UserFormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="break-words">{description}</DialogDescription>
        </DialogHeader>
        <form className="grid gap-4" noValidate onSubmit={onSubmit}>
          {children}
          <DialogFooter lang="es">
            <DialogClose asChild>
              <Button variant="secondary" disabled={isBusy}>
                Cancelar
              </Button>
            </DialogClose>
            <Button type="submit" busy={isBusy} disabled={!canSave}>
              {isBusy ? 'Guardando...' : 'Guardar'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
