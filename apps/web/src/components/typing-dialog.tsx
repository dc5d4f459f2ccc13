import { type ComponentProps, useState } from 'react'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { LeaveQuestion, type Loss } from '#web/components/leave-question.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { useTypedFields } from '#web/lib/typed-fields.ts'

type TypingDialogProps = Omit<ComponentProps<typeof DialogContent>, 'ref'> & {
  /** Can't be closed while busy, so that a failure is seen. */
  isBusy?: boolean
  /** Loss caused by closing, besides typed input. Null: nothing is lost, so it closes without a question. */
  loss?: Loss | null | undefined
  onClose: () => void
}

/** Dialog with input. Asks before Escape, Back or a press beside it discards changes. */
export function TypingDialog({ isBusy = false, loss, onClose, children, ...props }: TypingDialogProps) {
  const { handlers, isChanged } = useTypedFields()
  const [isAsking, setAsking] = useState(false)
  const isUnsaved = () => (loss === undefined ? isChanged() : loss !== null)

  function leave() {
    if (isUnsaved()) setAsking(true)
    else onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && leave()}>
      <DialogContent {...props} {...handlers}>
        {children}
        <AskBeforeLeaving isChanged={isUnsaved} loss={loss} isDialog />
        {isAsking && <LeaveQuestion loss={loss} onLeave={onClose} onStay={() => setAsking(false)} />}
      </DialogContent>
    </Dialog>
  )
}
