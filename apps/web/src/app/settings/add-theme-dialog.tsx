import { THEME_FILE_MAX } from '@atalaya/contract/themes'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { issuesOf } from '#web/lib/calls/api-failure.ts'
import { onValues } from '#web/lib/form-values.ts'
import { notify } from '#web/lib/notify.ts'
import { addTheme } from '#web/lib/themes.ts'

/** Listed issues; a theme can have hundreds. */
const LISTED_MAX = 8

/** Adds a theme from a file, or replaces it after a second click. */
export function AddThemeDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<string | null>(null)
  const [fileError, setFileError] = useState<string>()
  const { mutate, reset, isPending, error } = useMutation(addTheme)
  const isTaken = codeOf(error) === 'themes.taken'
  const issues = issuesOf(error)

  async function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    const isTooLarge = chosen !== undefined && chosen.size > THEME_FILE_MAX
    reset()
    setFileError(isTooLarge ? `A theme has at most ${THEME_FILE_MAX / 1024} KB` : undefined)
    setFile(chosen && !isTooLarge ? await chosen.text() : null)
  }
  const onSubmit = onValues(() => {
    if (file === null) return
    const onSuccess = ({ theme }: { theme: { name: string } }) => {
      void notify('success', `${theme.name} can be chosen now`)
      onClose()
    }
    mutate({ file, replace: isTaken }, { onSuccess })
  })

  return (
    <FormDialog
      title="Add theme"
      description="Everybody can choose its colours then. Text and marks must be readable on every ground."
      submitText={isTaken ? 'Replace' : 'Add'}
      isBusy={isPending}
      canSubmit={file !== null}
      error={error && <Issues message={error.message} issues={issues.map(({ message }) => message)} />}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="File" error={fileError}>
        <Input type="file" accept=".json,application/json" onChange={onChoose} />
      </Field>
    </FormDialog>
  )
}

function Issues({ message, issues }: { message: string; issues: string[] }) {
  const others = issues.filter((issue) => !message.includes(issue))
  const more = others.length - LISTED_MAX
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="break-words">{message}</p>
      {others.length > 0 && (
        <ul className="grid list-disc gap-0.5 pl-4">
          {others.slice(0, LISTED_MAX).map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
      {more > 0 && <p>And {more} more.</p>}
    </div>
  )
}
