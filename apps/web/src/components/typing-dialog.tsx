import { type ComponentProps, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'

const FIELDS = 'input:not([type=search]), textarea, [role=combobox], [role=checkbox], [role=switch]'

type TypingDialogProps = Omit<ComponentProps<typeof DialogContent>, 'ref'> & {
  /** It can't be left while busy, so that nobody loses sight of a failure. */
  isBusy?: boolean
  onClose: () => void
}

/** A dialog in which something is typed or chosen. Whoever leaves it by Escape or by a press beside it is asked first. */
export function TypingDialog({ isBusy = false, onClose, children, ...props }: TypingDialogProps) {
  const fields = useRef(new Map<Element, string>())
  const [isAsking, setAsking] = useState(false)

  /** How each field is before somebody gets at it, for what it shows at first may come late. */
  function note({ currentTarget }: { currentTarget: Element }) {
    for (const field of currentTarget.querySelectorAll(FIELDS)) {
      if (!fields.current.has(field)) fields.current.set(field, stateOf(field))
    }
  }

  function leave() {
    const isChanged = [...fields.current].some(([field, before]) => field.isConnected && stateOf(field) !== before)
    if (isChanged) setAsking(true)
    else onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && leave()}>
      <DialogContent {...props} onKeyDownCapture={note} onPointerDownCapture={note}>
        {children}
        {isAsking && (
          <ConfirmDialog
            title="Leave without saving?"
            description="What you changed here is not kept."
            confirmText="Leave"
            busyText="Leave"
            cancelText="Stay"
            isDestructive
            onConfirm={onClose}
            onClose={() => setAsking(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

function stateOf(field: Element): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return `${field.getAttribute('aria-checked')} ${field.textContent}`
}
