import type { NewPage, Page } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import { createPage, editPage } from '#web/features/boards/boards.queries.ts'

type PageDialogProps = {
  /** The page to edit; absent to make one. */
  page?: Page
  /** Whether there is no page yet: the first one is active. */
  isFirst?: boolean
  onSaved: (page: Page) => void
  onClose: () => void
}

/** Makes a page, or edits what is said about it. */
export function PageDialog({ page, isFirst = false, onSaved, onClose }: PageDialogProps) {
  const [form, setForm] = useState({
    name: page?.name ?? '',
    slug: page?.slug ?? '',
    description: page?.description ?? '',
    active: page?.active ?? isFirst,
  })
  const [fault, setFault] = useState<string>()
  const create = useMutation(createPage(useQueryClient()))
  const edit = useMutation(editPage)
  const { isPending, error } = page ? edit : create

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const body = toBody(form, page)
    if (!body.name) return setFault('Name is required')
    setFault(undefined)
    if (page) edit.mutate({ id: page._id, ...body }, { onSuccess: (saved) => onSaved(saved.page) })
    else create.mutate(body, { onSuccess: onSaved })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{page ? 'Edit Information' : 'New Page'}</DialogTitle>
          <DialogDescription>{page ? 'What this page is called.' : 'A page holds up to 20 modules.'}</DialogDescription>
        </DialogHeader>
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field label="Name" error={fault}>
            <Input
              value={form.name}
              maxLength={80}
              onChange={({ target }) => setForm({ ...form, name: target.value })}
            />
          </Field>
          <Field label="Slug (optional)" hint="The page's name in addresses; made of its name when empty.">
            <Input
              value={form.slug}
              maxLength={80}
              onChange={({ target }) => setForm({ ...form, slug: target.value })}
            />
          </Field>
          <Field label="Description">
            <Textarea
              value={form.description}
              maxLength={500}
              onChange={({ target }) => setForm({ ...form, description: target.value })}
            />
          </Field>
          <Label className="flex items-center gap-2">
            <Checkbox
              checked={form.active}
              onCheckedChange={(checked) => setForm({ ...form, active: checked === true })}
            />
            Mark as Active
          </Label>
          {error && (
            <Alert>
              <p className="font-medium">Could not save the page</p>
              <p>{error.message}</p>
            </Alert>
          )}
          <DialogFooter>
            <Button variant="secondary" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" busy={isPending}>
              Save
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

type Form = Required<NewPage>

/**
 * What is sent: an empty slug or description as absent (specification section 5). Only a description that a page had
 * and that was emptied is sent as empty; otherwise it could never be taken away.
 */
function toBody({ name, slug, description, active }: Form, page: Page | undefined): NewPage {
  return {
    name: name.trim(),
    slug: slug.trim() || undefined,
    description: description.trim() || (page?.description ? '' : undefined),
    active,
  }
}
