import { type ListView, viewName } from '@atalaya/contract/preferences'
import { z } from 'zod'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { viewNamed } from '#web/features/agents/list/views.ts'
import { useForm } from '#web/lib/use-form.ts'

export type ViewAction = 'save' | 'rename' | 'delete'
type ViewDialogProps = {
  action: ViewAction
  views: ListView[]
  /** Open view. */
  view: ListView | undefined
  onSave: (name: string) => void
  onRename: (name: string) => void
  onDelete: () => void
  onClose: () => void
}

/** Dialog to save, rename or delete a view. */
export function ViewDialog({ action, views, view, onSave, onRename, onDelete, onClose }: ViewDialogProps) {
  if (action === 'save') return <NameDialog views={views} onName={onSave} onClose={onClose} />
  if (!view) return null
  if (action === 'rename') return <NameDialog views={views} view={view} onName={onRename} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`Delete “${view.name}”?`}
      description="The agents in it stay as they are."
      confirmText="Delete"
      busyText="Deleting..."
      isDestructive
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}

type NameDialogProps = {
  views: ListView[]
  /** View to rename; absent to save the current list. */
  view?: ListView
  onName: (name: string) => void
  onClose: () => void
}

function NameDialog({ views, view, onName, onClose }: NameDialogProps) {
  const isFree = (name: string) => {
    const other = viewNamed(views, name)
    return !other || other === view
  }
  const freeName = viewName.refine(isFree, 'There is a view of this name')
  const form = useForm(z.object({ name: freeName }), ({ name }) => {
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
      <Field label="Name" error={form.errors.name}>
        <Input name="name" defaultValue={view?.name} maxLength={40} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
