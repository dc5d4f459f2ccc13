import type { TimeSpan } from '@atalaya/charts/cursor'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { spanFault } from '#web/features/agents/detail/chart-view.ts'

/** Value for a `datetime-local` field: local time without a zone. */
function localText(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

type Props = { shown: TimeSpan | undefined; onChoose: (span: TimeSpan) => void }

/** Date and time of both ends, validated while typing. */
export function OwnRangeForm({ shown, onChoose }: Props) {
  const [fault, setFault] = useState<ReturnType<typeof spanFault>>(null)
  const errorOf = (field: 'from' | 'to') => (fault?.field === field ? fault.message : undefined)

  function spanIn(form: HTMLFormElement): TimeSpan {
    const values = new FormData(form)
    const instant = (name: string) => new Date(String(values.get(name))).getTime()
    return { from: instant('from'), to: instant('to') }
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const span = spanIn(event.currentTarget)
    const found = spanFault(span, Date.now())
    setFault(found)
    if (!found) return onChoose(span)
    const field = event.currentTarget.elements.namedItem(found.field)
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={onSubmit}
      onInput={({ currentTarget }) => setFault(spanFault(spanIn(currentTarget), Date.now()))}
    >
      <Field label="From" error={errorOf('from')}>
        <Input type="datetime-local" name="from" defaultValue={shown && localText(shown.from)} />
      </Field>
      <Field label="To" error={errorOf('to')}>
        <Input type="datetime-local" name="to" defaultValue={shown && localText(shown.to)} />
      </Field>
      <Button type="submit" size="sm">
        Show
      </Button>
    </form>
  )
}
