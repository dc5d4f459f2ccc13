import { LEGAL_TEXT_MAX, type LegalPage } from '@atalaya/contract/legal'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import { changeLegalText } from '#web/features/legal/legal.queries.ts'

type LegalEditorProps = { page: LegalPage; text: string; isCustom: boolean; onClose: () => void }

/** For administrators: changes a text or restores the default. A failed save keeps the typed text. */
export function LegalEditor({ page, text, isCustom, onClose }: LegalEditorProps) {
  const save = useMutation(changeLegalText(page))
  const [typed, setTyped] = useState(text)
  const saveText = (next: string | null) => save.mutate(next, { onSuccess: onClose })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saveText(typed)
      }}
    >
      <Field
        label="Text"
        hint="An empty line begins a new paragraph; a line that begins with # is a heading. Everybody can read it."
      >
        <Textarea
          name="text"
          required
          maxLength={LEGAL_TEXT_MAX}
          rows={24}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <AskBeforeLeaving isChanged={() => typed !== text} />
      {save.isError && <FormError>{save.error.message}</FormError>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} disabled={typed.trim() === ''}>
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {isCustom && (
          <Button variant="ghost" disabled={save.isPending} onClick={() => saveText(null)}>
            Use the usual text
          </Button>
        )}
      </div>
    </form>
  )
}
