import type { NewPage, Page } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import { createPage, editPage } from '#web/features/boards/boards.queries.ts'
import { type FormValues, onValues } from '#web/lib/form-values.ts'
import { onlyChanged } from '#web/lib/only-changed.ts'

type PageDialogProps = {
  /** Page to edit; absent to create one. */
  page?: Page
  /** True if there is no page yet: the first one becomes active. */
  isFirst?: boolean
  onSaved: (page: Page) => void
  onClose: () => void
}

/** Creates a page, or edits its name, slug and description. */
export function PageDialog({ page, isFirst = false, onSaved, onClose }: PageDialogProps) {
  const [isActive, setActive] = useState(page?.active ?? isFirst)
  const [nameError, setNameError] = useState<string>()
  const create = useMutation(createPage(useQueryClient()))
  const edit = useMutation(editPage)
  const { isPending, error } = page ? edit : create

  const onSubmit = onValues((values) => {
    const body = toBody(values, isActive, page)
    if (!body.name) return setNameError('Name is required')
    setNameError(undefined)
    if (page) edit.mutate({ id: page._id, ...onlyChanged(page, body) }, { onSuccess: (saved) => onSaved(saved.page) })
    else create.mutate(body, { onSuccess: onSaved })
  })

  return (
    <FormDialog
      title={page ? 'Edit Information' : 'New Page'}
      description={page ? 'Name, address and description of this page.' : 'A page holds up to 20 modules.'}
      submitText="Save"
      isBusy={isPending}
      error={error && <NotSaved reason={error.message} />}
      noValidate
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Name" error={nameError}>
        <Input name="name" defaultValue={page?.name} maxLength={80} />
      </Field>
      <Field label="Slug (optional)" hint="The page's name in addresses; made of its name when empty.">
        <Input name="slug" defaultValue={page?.slug} maxLength={80} />
      </Field>
      <Field label="Description">
        <Textarea name="description" defaultValue={page?.description ?? ''} maxLength={500} />
      </Field>
      <Label className="flex items-center gap-2">
        <Checkbox checked={isActive} onCheckedChange={(checked) => setActive(checked === true)} />
        Mark as Active
      </Label>
    </FormDialog>
  )
}

function NotSaved({ reason }: { reason: string }) {
  return (
    <>
      <p className="font-medium">Could not save the page</p>
      <p>{reason}</p>
    </>
  )
}

/**
 * Request body: an empty slug or description is left out. Only an emptied description is sent as empty; otherwise it
 * could never be removed.
 */
function toBody(values: FormValues, active: boolean, page: Page | undefined): NewPage {
  const { name = '', slug = '', description = '' } = values
  return {
    name: name.trim(),
    slug: slug.trim() || undefined,
    description: description.trim() || (page?.description ? '' : undefined),
    active,
  }
}
