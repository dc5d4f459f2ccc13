import { type ComponentProps, useState } from 'react'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { LeaveQuestion } from '#web/components/leave-question.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { useTypedFields } from '#web/lib/typed-fields.ts'

type TypingDialogProps = Omit<ComponentProps<typeof DialogContent>, 'ref'> & {
  /** Can't be closed while busy, so that a failure is seen. */
  isBusy?: boolean
  /** False once its fields save nothing: it closes without a question. */
  hasInput?: boolean
  onClose: () => void
}

/** Dialog with input. Asks before Escape or a press beside it discards changes. */
export function TypingDialog({ isBusy = false, hasInput = true, onClose, children, ...props }: TypingDialogProps) {
  const { handlers, isChanged } = useTypedFields()
  const [isAsking, setAsking] = useState(false)
  const isUnsaved = () => hasInput && isChanged()

  function leave() {
    if (isUnsaved()) setAsking(true)
    else onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && leave()}>
      <DialogContent {...props} {...handlers}>
        {children}
        <AskBeforeLeaving isChanged={isUnsaved} isDialog />
        {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
      </DialogContent>
    </Dialog>
  )
}
