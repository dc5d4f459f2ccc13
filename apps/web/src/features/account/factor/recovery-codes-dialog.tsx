import { Download } from 'lucide-react'
import { CopyButton } from '#web/components/copy-button.tsx'
import type { Loss } from '#web/components/leave-question.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { saveFile } from '#web/lib/save-file.ts'

const CODES_LOSS: Loss = {
  title: 'Close without keeping the codes?',
  description: 'They are not shown again. If they are lost, New codes makes others, as long as you are signed in.',
  confirmText: 'Close anyway',
}

type RecoveryCodesDialogProps = { codes: string[]; onClose: () => void }

/** Shows the recovery codes, the only time they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  return (
    <TypingDialog className="max-w-sm" loss={CODES_LOSS} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Your recovery codes</DialogTitle>
        <DialogDescription>
          Keep them where you find them without this device. They are not shown again; each signs you in once in place
          of your second factor.
        </DialogDescription>
      </DialogHeader>
      <ul
        className="grid grid-cols-1 gap-1 rounded-md bg-muted p-3 font-mono text-sm sm:grid-cols-2"
        aria-label="Codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} name="the codes" />
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile('atalaya-recovery-codes.txt', `${text}\n`, 'text/plain')}
        >
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>I have kept them</Button>
      </DialogFooter>
    </TypingDialog>
  )
}
