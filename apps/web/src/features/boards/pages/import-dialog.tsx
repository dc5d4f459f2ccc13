import type { Page } from '@atalaya/contract/dashboard'
import type { PageFile } from '@atalaya/contract/page-archive'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { moduleCountText } from '#web/features/boards/module-count.ts'
import { importPage } from '#web/features/boards/pages/archive.queries.ts'
import {
  completeFile,
  readPageFile,
  secretId,
  secretsOf,
  unknownModules,
} from '#web/features/boards/pages/page-file.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { onValues } from '#web/lib/form-values.ts'

type ImportDialogProps = { onImported: (page: Page) => void; onClose: () => void }

/** Creates a page from a file. Shows its content, and asks for the secrets, which are never exported. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const [file, setFile] = useState<PageFile | null>(null)
  const [fileError, setFileError] = useState<string>()
  const importing = useMutation(importPage(useQueryClient()))
  const unknownNames = file ? unknownModules(file, catalogue) : []

  async function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    setFile(null)
    setFileError(undefined)
    const chosen = target.files?.[0]
    // Another one may be chosen while this one is read.
    const isStillChosen = () => target.files?.[0] === chosen
    try {
      const text = await chosen?.text()
      if (text !== undefined && isStillChosen()) setFile(readPageFile(text))
    } catch (error) {
      if (isStillChosen()) setFileError((error as Error).message)
    }
  }
  const onSubmit = onValues((secrets) => {
    if (file) importing.mutate(completeFile(file, catalogue, secrets), { onSuccess: onImported })
  })

  return (
    <FormDialog
      title="Import page"
      description="A file that was exported here or on another Atalaya."
      submitText="Import"
      isBusy={importing.isPending}
      canSubmit={file !== null}
      error={importing.error?.message}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="File" error={fileError}>
        <Input type="file" accept=".json,application/json" onChange={onChoose} />
      </Field>
      {file && (
        <p>
          <span className="font-semibold">{file.name}</span> with {moduleCountText(file)}
        </p>
      )}
      {unknownNames.length > 0 && (
        <Alert variant="info">Not in the catalogue, and left out: {unknownNames.join(', ')}.</Alert>
      )}
      {file &&
        secretsOf(file).map((missing) => (
          <Field key={secretId(missing)} label={`${missing.module}: ${missing.key}`} hint="Files have no secrets.">
            <PasswordInput name={secretId(missing)} autoComplete="off" />
          </Field>
        ))}
    </FormDialog>
  )
}
