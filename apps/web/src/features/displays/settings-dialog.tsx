import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { editDisplay } from '#web/features/displays/displays.queries.ts'
import { MoreSettings } from '#web/features/displays/more-settings.tsx'
import { draftOf, OWNERS_CHOICE, type SettingsDraft, settingsOf } from '#web/features/displays/settings-draft.ts'
import { onValues } from '#web/lib/form-values.ts'
import { onlyChanged } from '#web/lib/only-changed.ts'
import { themesQuery } from '#web/lib/themes.ts'

const THEMES = [
  { key: 'system', title: 'As the system' },
  { key: 'light', title: 'Light' },
  { key: 'dark', title: 'Dark' },
] as const
const TURNS = [
  { key: '0', title: 'Not turned' },
  { key: '90', title: 'By 90° clockwise' },
  { key: '180', title: 'Upside down' },
  { key: '270', title: 'By 90° counter-clockwise' },
] as const
const IDLE = [
  { key: 'none', title: 'Nothing: the pages go on' },
  { key: 'clock', title: 'A clock comes' },
  { key: 'dimmed', title: 'The page is dimmed' },
] as const

type SettingsDialogProps = { display: Display; pages: readonly Page[]; onClose: () => void }

/** Settings of a display: the common ones first, the others folded. */
export function SettingsDialog({ display, pages, onClose }: SettingsDialogProps) {
  const [initial] = useState(display.settings)
  const [draft, setDraft] = useState(() => draftOf(initial))
  const [areErrorsShown, setErrorsShown] = useState(false)
  const { mutate, isPending, error } = useMutation(editDisplay)
  const set = (change: Partial<SettingsDraft>) => setDraft({ ...draft, ...change })
  const result = settingsOf(draft)
  const errors = areErrorsShown && 'errors' in result ? result.errors : {}
  return (
    <FormDialog
      title="Settings"
      className="max-w-xl"
      submitText="Save"
      busyText="Saving..."
      isBusy={isPending}
      error={error?.message}
      noValidate
      onSubmit={onValues(() => {
        setErrorsShown(true)
        if (!('settings' in result)) return
        // The server accepts only complete settings.
        const settings = { ...display.settings, ...onlyChanged(initial, result.settings) }
        mutate({ id: display._id, settings }, { onSuccess: onClose })
      })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="Theme" value={draft.theme} options={THEMES} onChange={(theme) => set({ theme })} />
        <Colours value={draft.colours} onChange={(colours) => set({ colours })} />
        <Choice label="The picture is" value={draft.turned} options={TURNS} onChange={(turned) => set({ turned })} />
        <Field label="Zoom (%)" hint="50 to 300." error={errors.zoom}>
          <Input inputMode="numeric" value={draft.zoom} onChange={({ target }) => set({ zoom: target.value })} />
        </Field>
        <Field label="Brightness (%)" hint="10 to 100." error={errors.brightness}>
          <Input
            inputMode="numeric"
            value={draft.brightness}
            onChange={({ target }) => set({ brightness: target.value })}
          />
        </Field>
        <Choice
          label="When nobody touches it"
          value={draft.idle}
          options={IDLE}
          error={errors.idle}
          onChange={(idle) => set({ idle })}
        />
        {draft.idle !== 'none' && (
          <Field label="Minutes until then" hint="1 to 240.">
            <Input
              inputMode="numeric"
              value={draft.idleMinutes}
              onChange={({ target }) => set({ idleMinutes: target.value })}
            />
          </Field>
        )}
      </div>
      <MoreSettings draft={draft} errors={errors} pages={pages} onChange={set} />
    </FormDialog>
  )
}

function Colours({ value, onChange }: { value: string; onChange: (colours: string) => void }) {
  const { data: themes = [] } = useQuery(themesQuery)
  const options = [
    { key: OWNERS_CHOICE, title: 'As you chose for yourself' },
    ...themes.map(({ id, name }) => ({ key: id, title: name })),
  ]
  const isGone = options.every(({ key }) => key !== value)
  return (
    <Choice
      label="Colours"
      value={value}
      options={isGone ? [{ key: value, title: value }, ...options] : options}
      onChange={onChange}
    />
  )
}
