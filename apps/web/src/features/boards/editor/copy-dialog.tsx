import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { firstFree } from '@atalaya/contract/grid'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PagePicker } from '#web/components/catalogue/page-picker.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { copyModule, pagesQuery } from '#web/features/boards/boards.queries.ts'

type CopyDialogProps = {
  module: InstalledModule
  /** Page of the widget. */
  page: Page
  onCopied: (page: Page) => void
  onClose: () => void
}

/** Copies a widget within its page or to another one. */
export function CopyDialog({ module, page, onCopied, onClose }: CopyDialogProps) {
  const { data: pages = [page] } = useQuery(pagesQuery)
  const [pageId, setPageId] = useState(() => pageWithRoom(page, pages, module)._id)
  const copying = useMutation(copyModule(useQueryClient()))
  const chosen = pages.find(({ _id }) => _id === pageId)
  const isFull = chosen !== undefined && !hasRoom(chosen, module)
  return (
    <FormDialog
      title={`Copy ${module.meta.name}`}
      description="The copy has the same configuration, secrets too, and goes its own way from then on."
      submitText="Copy"
      isBusy={copying.isPending}
      canSubmit={chosen !== undefined && !isFull}
      error={copying.error?.message}
      onSubmit={(event) => {
        event.preventDefault()
        copying.mutate({ pageId, moduleId: module._id }, { onSuccess: ({ page: changed }) => onCopied(changed) })
      }}
      onClose={onClose}
    >
      <Field label="To page" error={isFull ? `“${chosen.name}” has no room left for it.` : undefined}>
        <PagePicker pages={pages} value={pageId} onChange={setPageId} />
      </Field>
    </FormDialog>
  )
}

function hasRoom({ modules }: Page, { position }: InstalledModule): boolean {
  const taken = modules.map((module) => module.position)
  return firstFree(taken, position) !== null
}

/** The widget's own page if it has room, else the first one with room. */
const pageWithRoom = (page: Page, pages: readonly Page[], module: InstalledModule): Page =>
  [page, ...pages].find((candidate) => hasRoom(candidate, module)) ?? page
