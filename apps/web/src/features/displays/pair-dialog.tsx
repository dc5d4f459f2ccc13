import type { Page } from '@atalaya/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { waitingQuery } from '#web/features/displays/displays.queries.ts'
import { codeIn } from '#web/features/displays/pair-code.ts'
import { PairCodeForm } from '#web/features/displays/pair-code-form.tsx'
import { PairNameForm } from '#web/features/displays/pair-name-form.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'

type PairDialogProps = {
  /** Code from the URL. */
  initialCode: string
  pages: readonly Page[]
  onClose: () => void
}

/** Pairs a screen in two steps: finds it by its code, then asks for its name and pages. */
export function PairDialog({ initialCode, pages, onClose }: PairDialogProps) {
  const [text, setText] = useState(initialCode)
  const [code, setCode] = useState(() => codeIn(initialCode))
  const [isBusy, setBusy] = useState(false)
  const { data: screen, error, isFetching, refetch } = useQuery({ ...waitingQuery(code ?? ''), enabled: code !== null })

  function findScreen(entered: string) {
    const next = codeIn(entered)
    setText(entered)
    setCode(next)
    // Retries an unchanged code: the screen may show it again, or the server may be back.
    if (next !== null && next === code) void refetch()
  }
  const isUnreadable = code === null && text.trim() !== ''
  const codeError = isUnreadable ? 'A code has eight letters and digits, as K7PQ-2M4X' : error && lookErrorText(error)
  return (
    <TypingDialog className="max-w-xl" isBusy={isBusy} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Pair a screen</DialogTitle>
        <DialogDescription>
          {screen
            ? 'It shows the pages that you choose, and can read nothing else of yours.'
            : `Open ${window.location.host}/display on the screen: it shows a code.`}
        </DialogDescription>
      </DialogHeader>
      {code !== null && screen && !error ? (
        <PairNameForm
          code={code}
          screen={screen}
          pages={pages}
          onBusy={setBusy}
          onBack={() => setCode(null)}
          onClose={onClose}
        />
      ) : (
        <PairCodeForm
          text={text}
          error={isFetching ? undefined : (codeError ?? undefined)}
          isBusy={isFetching}
          onFindScreen={findScreen}
          onClose={onClose}
        />
      )}
    </TypingDialog>
  )
}

function lookErrorText(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404) return 'No screen shows this code now. Codes end after a while: type the one that it shows now.'
  if (status === 429) return 'That were too many tries. Wait a minute, then try again.'
  return error.message
}
