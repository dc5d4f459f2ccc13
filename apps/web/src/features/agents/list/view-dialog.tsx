import { type ListView, viewName } from '@atalaya/contract/preferences'
import { z } from 'zod'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { viewNamed } from '#web/features/agents/list/views.ts'
import { useForm } from '#web/lib/use-form.ts'

type ViewDialogProps = {
  views: ListView[]
  /** The one to be renamed; absent for what is shown now. */
  view?: ListView
  onName: (name: string) => void
  onClose: () => void
}

/** Asks how a view is to be called. */
export function ViewDialog({ views, view, onName, onClose }: ViewDialogProps) {
  const isFree = (name: string) => {
    const other = viewNamed(views, name)
    return !other || other === view
  }
  const free = viewName.refine(isFree, 'There is a view of this name')
  const form = useForm(z.object({ name: free }), ({ name }) => {
    onName(name)
    onClose()
  })
  return (
    <FormDialog
      title={view ? 'Rename view' : 'Save view'}
      description={view ? 'Its address stays the same.' : 'Keeps filters, search, order and columns under a name.'}
      submitText="Save"
      onClose={onClose}
      {...form.props}
    >
      <Field label="Name" error={form.faults.name}>
        <Input name="name" defaultValue={view?.name} maxLength={40} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
