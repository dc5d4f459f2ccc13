import { FormDialog, type FormDialogProps } from '#web/components/form-dialog.tsx'

/** What the dialogs about an account have in common. */
export function UserFormDialog(props: Omit<FormDialogProps, 'submitText'>) {
  return (
    <FormDialog
      className="max-w-md"
      noValidate
      submitText="Guardar"
      busyText="Guardando..."
      cancelText="Cancelar"
      buttonsLang="es"
      {...props}
    />
  )
}
