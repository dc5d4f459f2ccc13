import type { DisplayOrder } from '@atalaya/contract/displays'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { onValues } from '#web/lib/form-values.ts'

const DURATIONS = [
  { key: '10', title: '10 seconds' },
  { key: '60', title: 'A minute' },
  { key: '600', title: '10 minutes' },
  { key: '3600', title: 'An hour' },
] as const

/** Sends a short message to the screen. */
export function RemoteMessage({ onOrder }: { onOrder: (order: DisplayOrder) => void }) {
  const [seconds, setSeconds] = useState<(typeof DURATIONS)[number]['key']>('60')
  const [error, setError] = useState<string>()
  const onSubmit = onValues(({ text = '' }) => {
    setError(text.trim() === '' ? 'Write a message' : undefined)
    if (text.trim() !== '') onOrder({ kind: 'message', text: text.trim(), seconds: Number(seconds) })
  })
  return (
    <form className="flex flex-wrap items-start gap-2" noValidate onSubmit={onSubmit}>
      <Field label="A message" error={error} className="min-w-0 flex-1 basis-40">
        <Input name="text" maxLength={200} autoComplete="off" placeholder="Dinner is ready" />
      </Field>
      <div className="w-32">
        <Choice label="For" value={seconds} options={DURATIONS} onChange={setSeconds} />
      </div>
      <Button type="submit" variant="secondary" className="sm:mt-6.5">
        Send
      </Button>
    </form>
  )
}
