import type { Page } from '@atalaya/contract/dashboard'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Remote } from '#web/features/displays/remote.tsx'

type RemoteDialogProps = { tags: readonly string[]; pages: readonly Page[]; onClose: () => void }

/** Remote control of all displays with a tag. */
export function RemoteDialog({ tags, pages, onClose }: RemoteDialogProps) {
  const [tag, setTag] = useState(tags[0] ?? '')
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Tell several displays</DialogTitle>
          <DialogDescription>All of yours that have a tag do it at once.</DialogDescription>
        </DialogHeader>
        <Choice
          label="Send to"
          value={tag}
          options={tags.map((offered) => ({ key: offered, title: `All with #${offered}` }))}
          onChange={setTag}
        />
        <Remote recipients={{ tag }} pages={pages} canGoBack />
      </DialogContent>
    </Dialog>
  )
}
