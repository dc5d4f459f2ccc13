import { useMutation } from '@tanstack/react-query'
import { CopyButton } from '#web/components/copy-button.tsx'
import type { Loss } from '#web/components/leave-question.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { TokenForm } from '#web/features/tokens/token-form.tsx'
import { createToken } from '#web/features/tokens/tokens.queries.ts'

const TOKEN_LOSS: Loss = {
  title: 'Close without keeping the token?',
  description: 'It is not shown again. If it is lost, revoke it and make another one.',
  confirmText: 'Close anyway',
}

/** Form for a new token, then the token itself, which is shown only once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { data, mutate, isPending, error } = useMutation(createToken)
  return (
    <TypingDialog className="max-w-xl" isBusy={isPending} loss={data && TOKEN_LOSS} onClose={onClose}>
      {data ? (
        <>
          <DialogHeader>
            <DialogTitle>The token {data.created.name}</DialogTitle>
            <DialogDescription>
              It is shown only this once: copy it to where the program finds it. It gives its rights to everybody who
              has it.
            </DialogDescription>
          </DialogHeader>
          <div className="flex items-start gap-2 rounded-lg border bg-muted/60 p-2">
            <code className="min-w-0 flex-1 select-all px-1 [overflow-wrap:anywhere] py-1 font-mono text-xs leading-5">
              {data.token}
            </code>
            <CopyButton text={data.token} name="the token" />
          </div>
          <p className="text-muted-foreground text-sm">
            Programs send it as the header <code>Authorization: Bearer ap_…</code>, never in an address.
          </p>
          <DialogFooter>
            <Button onClick={onClose}>Done</Button>
          </DialogFooter>
        </>
      ) : (
        <>
          <DialogHeader>
            <DialogTitle>New token</DialogTitle>
            <DialogDescription>One for each program, with only what that needs.</DialogDescription>
          </DialogHeader>
          <TokenForm isBusy={isPending} error={error?.message} onCreate={mutate} onClose={onClose} />
        </>
      )}
    </TypingDialog>
  )
}
