import { Download } from 'lucide-react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { onValues } from '#web/lib/form-values.ts'
import { saveFile } from '#web/lib/save-file.ts'

type RecoveryCodesDialogProps = { codes: string[]; onClose: () => void }

/** Shows the recovery codes, the only time they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  return (
    <FormDialog
      className="max-w-sm"
      title="Your recovery codes"
      description="Keep them where you find them without this device. They are not shown again; each signs you in once in place of your second factor."
      submitText="I have kept them"
      onSubmit={onValues(onClose)}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
