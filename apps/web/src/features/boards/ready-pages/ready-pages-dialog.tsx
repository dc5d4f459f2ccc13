import type { Page } from '@atalaya/contract/dashboard'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { ReadyPageCards } from '#web/features/boards/ready-pages/ready-page-cards.tsx'

type ReadyPagesDialogProps = { onMade: (page: Page) => void; onClose: () => void }

/** Library of ready pages, for users who already have pages. */
export function ReadyPagesDialog({ onMade, onClose }: ReadyPagesDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle>Ready pages</DialogTitle>
          <DialogDescription>Each becomes a page of your own, and you can change it as you like.</DialogDescription>
        </DialogHeader>
        <ReadyPageCards onMade={onMade} />
      </DialogContent>
    </Dialog>
  )
}
