import { dayName, weekFrom } from '@atalaya/format/words'
import { localZone } from '@atalaya/format/zone'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { planMaintenance } from '#web/features/alerts/alerts.queries.ts'
import { TagField } from '#web/features/alerts/tag-field.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { tagOf } from '#web/lib/selector-words.ts'

const MINUTE_S = 60
/** Weekdays are numbered from 0 for Sunday; `weekFrom` gives 7 instead, hence `% 7`. */
const SUNDAY = 0

/** Plans maintenance windows for machines with a tag; no rule is evaluated for them during one. */
export function MaintenanceDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(planMaintenance)
  const { zone = localZone(), firstDay } = useFormats()
  const [tag, setTag] = useState('')
  const [days, setDays] = useState<number[]>([SUNDAY])
  const [from, setFrom] = useState('03:00')
  const [minutes, setMinutes] = useState('60')
  const [reason, setReason] = useState('')
  const forS = Math.round(Number(minutes) * MINUTE_S)
  const toggle = (day: number, isOn: boolean) =>
    setDays(isOn ? [...days, day] : days.filter((weekday) => weekday !== day))
  return (
    <FormDialog
      title="Plan maintenance"
      description="At these times the rules do not apply to the machines, so no alerts fire. It is repeated every week until you end it."
      submitText="Plan"
      busyText="Planning..."
      isBusy={isPending}
      canSubmit={tagOf(tag) !== '' && days.length > 0 && forS >= 5 * MINUTE_S}
      error={error?.message}
      onSubmit={(event) => {
        event.preventDefault()
        const times = { days, from, forS, zone }
        mutate({ target: { kind: 'tag', tag: tagOf(tag) }, times, reason }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TagField typed={tag} tag={tagOf(tag)} onType={setTag} />
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 font-medium text-sm">Days</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {weekFrom(firstDay)
            .map((day) => day % 7)
            .map((day) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox.
              <label key={day} className="flex items-center gap-2 text-sm">
                <Checkbox checked={days.includes(day)} onCheckedChange={(isOn) => toggle(day, isOn === true)} />
                {dayName(day)}
              </label>
            ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" hint={`In the time of ${zone}.`}>
          <Input type="time" required value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label="Duration in minutes" hint="Five at least, a day at most.">
          <Input inputMode="numeric" value={minutes} onChange={({ target }) => setMinutes(target.value)} />
        </Field>
      </div>
      <Field label="Why" hint="Shown to everybody who sees the maintenance.">
        <Input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}
