import type { Page } from '@atalaya/contract/dashboard'
import type { DisplayEntry } from '@atalaya/contract/display-entries'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { draftOf, type EntryDraft, entryOf, OFF } from '#web/features/displays/entry-draft.ts'
import { HoursFields } from '#web/features/displays/hours-fields.tsx'
import { onValues } from '#web/lib/form-values.ts'

const WHEN = [
  { key: 'otherwise', title: 'Always, unless another has its hours' },
  { key: 'hours', title: 'In its own hours' },
] as const

type EntryDialogProps = {
  /** Entry to edit; undefined to add one. */
  entry: DisplayEntry | undefined
  pages: readonly Page[]
  onSave: (entry: DisplayEntry) => void
  onClose: () => void
}

/** Edits an entry: page, seconds on screen, and hours. */
export function EntryDialog({ entry, pages, onSave, onClose }: EntryDialogProps) {
  const [draft, setDraft] = useState(() =>
    draftOf(entry ?? { pageId: pages[0]?._id ?? null, seconds: 30, hours: null }),
  )
  const [areErrorsShown, setErrorsShown] = useState(false)
  const set = (change: Partial<EntryDraft>) => setDraft({ ...draft, ...change })
  const result = entryOf(draft)
  const errors = areErrorsShown && 'errors' in result ? result.errors : {}
  const choices = [
    ...pages.map(({ _id, name }) => ({ key: _id, title: name })),
    { key: OFF, title: 'Off: a black screen' },
  ]
  const isGone = choices.every(({ key }) => key !== draft.page)
  return (
    <FormDialog
      title={entry ? 'Change what is shown' : 'Add to the playlist'}
      submitText={entry ? 'Save' : 'Add'}
      noValidate
      onSubmit={onValues(() => {
        setErrorsShown(true)
        if ('entry' in result) onSave(result.entry)
      })}
      onClose={onClose}
    >
      <Choice
        label="What"
        value={draft.page}
        options={isGone ? [{ key: draft.page, title: 'deleted page' }, ...choices] : choices}
        error={errors.pageId}
        onChange={(page) => set({ page })}
      />
      <Field
        label="Duration in seconds"
        hint="Used when it takes turns with others; 5 at least, a day (86400) at most."
        error={errors.seconds}
      >
        <Input inputMode="numeric" value={draft.seconds} onChange={({ target }) => set({ seconds: target.value })} />
      </Field>
      <Choice label="When" value={draft.when} options={WHEN} onChange={(when) => set({ when })} />
      {draft.when === 'hours' && <HoursFields {...draft} error={errors.hours} onChange={set} />}
    </FormDialog>
  )
}
