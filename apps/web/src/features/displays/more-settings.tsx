import type { Page } from '@atalaya/contract/dashboard'
import { type ReactNode, useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { NONE, type SettingsDraft, type SettingsErrors } from '#web/features/displays/settings-draft.ts'

const SEVERITIES = [
  { key: 'critical', title: 'Critical alone' },
  { key: 'warning', title: 'Warning or worse' },
  { key: 'info', title: 'Any' },
] as const

type MoreSettingsProps = {
  draft: SettingsDraft
  errors: SettingsErrors
  pages: readonly Page[]
  onChange: (change: Partial<SettingsDraft>) => void
}

export function MoreSettings({ draft, errors, pages, onChange }: MoreSettingsProps) {
  const [isOpened, setOpened] = useState(false)
  const hasError = errors.night !== undefined || errors.language !== undefined
  const choices = [{ key: NONE, title: 'Nothing else' }, ...pages.map(({ _id, name }) => ({ key: _id, title: name }))]
  const isGone = choices.every(({ key }) => key !== draft.alertPage)
  return (
    // Opens by itself if a field inside has an error.
    <details
      open={isOpened || hasError}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="rounded-lg border px-3"
    >
      <summary className="cursor-pointer py-2.5 font-medium text-sm pointer-coarse:py-3">
        Night, language, frame and alerts
      </summary>
      <div className="grid gap-4 pb-3">
        <SwitchField title="Darker at night" isOn={draft.isNight} onChange={(isNight) => onChange({ isNight })} />
        {draft.isNight && (
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="From" error={errors.night}>
              <Input
                type="time"
                value={draft.nightFrom}
                onChange={({ target }) => onChange({ nightFrom: target.value })}
              />
            </Field>
            <Field label="To">
              <Input type="time" value={draft.nightTo} onChange={({ target }) => onChange({ nightTo: target.value })} />
            </Field>
            <Field label="Brightness (%)" hint="0 is black. The colours are dark, too.">
              <Input
                inputMode="numeric"
                value={draft.nightBrightness}
                onChange={({ target }) => onChange({ nightBrightness: target.value })}
              />
            </Field>
          </div>
        )}
        <SwitchField
          title="Greeting, date and dots around the page"
          isOn={draft.frame}
          onChange={(frame) => onChange({ frame })}
        />
        <SwitchField
          title="Pages slide"
          isOn={draft.transitions}
          onChange={(transitions) => onChange({ transitions })}
        />
        <Field label="Language of dates" hint="As en or de-AT. Empty: the browser's." error={errors.language}>
          <Input
            value={draft.language}
            maxLength={35}
            autoComplete="off"
            onChange={({ target }) => onChange({ language: target.value })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label="While an alert fires it shows"
            value={draft.alertPage}
            options={isGone ? [{ key: draft.alertPage, title: 'deleted page' }, ...choices] : choices}
            onChange={(alertPage) => onChange({ alertPage })}
          />
          {draft.alertPage !== NONE && (
            <Choice
              label="Which alerts"
              value={draft.alertFrom}
              options={SEVERITIES}
              onChange={(alertFrom) => onChange({ alertFrom })}
            />
          )}
        </div>
      </div>
    </details>
  )
}

type SwitchFieldProps = { title: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void }

function SwitchField({ title, isOn, onChange }: SwitchFieldProps) {
  return (
    <Label className="flex items-center justify-between gap-3 font-normal">
      {title}
      <Switch checked={isOn} onCheckedChange={onChange} />
    </Label>
  )
}
