import { dayName, weekFrom } from '@atalaya/format/words'
import { useId } from 'react'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { FieldError } from '#web/components/ui/field-error.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { useFormats } from '#web/lib/formats.ts'

type Hours = { from: string; to: string; days: readonly number[] }
type HoursFieldsProps = Hours & { error: string | undefined; onChange: (change: Partial<Hours>) => void }

/** Fields for start, end and weekdays. */
export function HoursFields({ from, to, days, error, onChange }: HoursFieldsProps) {
  const id = useId()
  const { firstDay } = useFormats()
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label="From">
          <Input type="time" value={from} onChange={({ target }) => onChange({ from: target.value })} />
        </Field>
        <Field label="To" hint={from < to ? undefined : 'On the next day.'}>
          <Input type="time" value={to} onChange={({ target }) => onChange({ to: target.value })} />
        </Field>
      </div>
      <fieldset aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="pb-2 font-medium text-sm">Days on which it begins</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2.5">
          {weekFrom(firstDay).map((day) => (
            <div key={day} className="flex items-center gap-2">
              <Checkbox
                id={`${id}-${day}`}
                checked={days.includes(day)}
                onCheckedChange={(isOn) =>
                  onChange({
                    days: weekFrom().filter((weekday) => (weekday === day ? isOn === true : days.includes(weekday))),
                  })
                }
              />
              <Label htmlFor={`${id}-${day}`} className="font-normal">
                {dayName(day)}
              </Label>
            </div>
          ))}
        </div>
        {error && (
          <FieldError id={`${id}-error`} className="mt-1.5">
            {error}
          </FieldError>
        )}
      </fieldset>
    </>
  )
}
