import { FormDialog, type FormDialogProps } from '#web/components/form-dialog.tsx'

/** Shared settings of the account dialogs. */
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
