import type { ComponentProps, ReactNode } from 'react'
import { FormError } from '#web/components/form-error.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'

type DialogFormProps = Omit<ComponentProps<'form'>, 'className'> & {
  submitText: string
  busyText?: string
  cancelText?: string
  /** Language of the buttons, if not the page's. */
  buttonsLang?: string
  isBusy?: boolean
  /** False while input is missing. */
  canSubmit?: boolean
  /** Reason of a failure; the dialog stays open. */
  error?: ReactNode
  onClose: () => void
}

/** Form in a dialog: fields, error and buttons. */
export function DialogForm({
  submitText,
  busyText = submitText,
  cancelText = 'Cancel',
  buttonsLang,
  isBusy = false,
  canSubmit = true,
  error,
  onClose,
  children,
  ...props
}: DialogFormProps) {
  return (
    <form className="flex flex-col gap-4" {...props}>
      {children}
      {error && <FormError>{error}</FormError>}
      <DialogFooter lang={buttonsLang}>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          {cancelText}
        </Button>
        <Button type="submit" busy={isBusy} disabled={!canSubmit}>
          {isBusy ? busyText : submitText}
        </Button>
      </DialogFooter>
    </form>
  )
}

export type FormDialogProps = Omit<DialogFormProps, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** Sets the width of the dialog. */
  className?: string
}

/** A dialog with a form. */
export function FormDialog({ title, description, className, ...form }: FormDialogProps) {
  const { isBusy, onClose } = form
  return (
    <TypingDialog
      className={className}
      isBusy={isBusy}
      onClose={onClose}
      {...(!description && { 'aria-describedby': undefined })}
    >
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        {description && <DialogDescription className="break-words">{description}</DialogDescription>}
      </DialogHeader>
      <DialogForm {...form} />
    </TypingDialog>
  )
}
