import type { TimeSpan } from '@atalaya/charts/cursor'
import { instantOf } from '@atalaya/format/instant'
import { wallTime } from '@atalaya/format/zone'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { spanError } from '#web/features/agents/detail/chart-view.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Value for a `datetime-local` field: an instant as the clocks of a zone show it. */
const localText = (at: number, zone?: string): string => new Date(wallTime(at, zone)).toISOString().slice(0, 16)

/** Instant of the value of a `datetime-local` field; NaN if it is invalid. */
function instantIn(text: string, zone?: string): number {
  const wall = Date.parse(`${text}Z`)
  return Number.isNaN(wall) ? wall : instantOf(wall, zone)
}

type Props = { shown: TimeSpan | undefined; onChoose: (span: TimeSpan) => void }

/** Date and time of both ends, validated while typing. */
export function CustomRangeForm({ shown, onChoose }: Props) {
  const { zone } = useFormats()
  const [error, setError] = useState<ReturnType<typeof spanError>>(null)
  const errorOf = (field: 'from' | 'to') => (error?.field === field ? error.message : undefined)

  function spanIn(form: HTMLFormElement): TimeSpan {
    const values = new FormData(form)
    const instant = (name: string) => instantIn(String(values.get(name)), zone)
    return { from: instant('from'), to: instant('to') }
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const span = spanIn(event.currentTarget)
    const newError = spanError(span, Date.now())
    setError(newError)
    if (!newError) return onChoose(span)
    const field = event.currentTarget.elements.namedItem(newError.field)
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={onSubmit}
      onInput={({ currentTarget }) => setError(spanError(spanIn(currentTarget), Date.now()))}
    >
      <Field label="From" error={errorOf('from')}>
        <Input type="datetime-local" name="from" defaultValue={shown && localText(shown.from, zone)} />
      </Field>
      <Field label="To" error={errorOf('to')}>
        <Input type="datetime-local" name="to" defaultValue={shown && localText(shown.to, zone)} />
      </Field>
      <Button type="submit" size="sm">
        Show
      </Button>
    </form>
  )
}
