import type { Page } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useNavigate } from 'react-router'
import { AddForm } from '#web/components/catalogue/add-form.tsx'
import { type Install, useAdding } from '#web/components/catalogue/adding.ts'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { notify } from '#web/lib/notify.ts'

type AddDialogProps = { module: ModuleMeta; pages: readonly Page[]; install: Install; onClose: () => void }

/** Adds a module to the chosen page; the message afterwards links to it. */
export function AddDialog({ module, pages, install, onClose }: AddDialogProps) {
  const navigate = useNavigate()
  const adding = useAdding(install, (pageId) => {
    const name = pages.find(({ _id }) => _id === pageId)?.name
    const onClick = () => void navigate(`/dashboard?page=${pageId}`)
    void notify('success', `Added to ${name}`, { action: { label: 'Show page', onClick } })
    onClose()
  })
  return (
    <TypingDialog className="max-w-3xl" isBusy={adding.isPending} onClose={onClose}>
      <AddForm module={module} pages={pages} adding={adding}>
        <Button variant="secondary" disabled={adding.isPending} onClick={onClose}>
          Cancel
        </Button>
      </AddForm>
    </TypingDialog>
  )
}
