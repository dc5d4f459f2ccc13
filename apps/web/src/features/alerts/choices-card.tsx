import type { AlertChoices } from '@atalaya/contract/alert-channels'
import { localZone } from '@atalaya/format/zone'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { Choice } from '#web/components/choice.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { saveChoices } from '#web/features/alerts/channels.queries.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Highest severity that waits for the digest; worse alerts are sent at once. */
const UP_TO = [
  { key: 'info', title: 'Info' },
  { key: 'warning', title: 'Info and warnings' },
] as const

/** Notification times of a user: quiet hours and daily digest. */
export function ChoicesCard({ choices }: { choices: AlertChoices }) {
  const [chosen, setChosen] = useState(choices)
  const { mutate, isPending, error } = useMutation(saveChoices)
  const { zone = localZone() } = useFormats()
  const { quiet, digest } = chosen
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(choices)
  const timeInput = (value: string, set: (value: string) => void) => (
    <Input type="time" required value={value} onChange={({ target }) => target.value && set(target.value)} />
  )
  return (
    <Card aria-labelledby="choices-title">
      <CardHeader>
        <div>
          <CardTitle id="choices-title">Delivery times</CardTitle>
          <CardDescription>
            At once, unless you choose otherwise. More than twenty messages an hour come as one.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            mutate(chosen)
          }}
        >
          <LabelledCheckbox
            isChecked={quiet !== null}
            onChange={(isOn) =>
              setChosen({
                ...chosen,
                quiet: isOn ? { from: '22:00', to: '07:00', zone, criticalToo: false } : null,
              })
            }
          >
            Quiet hours
          </LabelledCheckbox>
          {quiet && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="From" hint={`In the time of ${quiet.zone}.`}>
                {timeInput(quiet.from, (from) => setChosen({ ...chosen, quiet: { ...quiet, from } }))}
              </Field>
              <Field label="Until">
                {timeInput(quiet.to, (to) => setChosen({ ...chosen, quiet: { ...quiet, to } }))}
              </Field>
              <LabelledCheckbox
                isChecked={quiet.criticalToo}
                onChange={(criticalToo) => setChosen({ ...chosen, quiet: { ...quiet, criticalToo } })}
              >
                Critical alerts wait, too
              </LabelledCheckbox>
            </div>
          )}
          <LabelledCheckbox
            isChecked={digest !== null}
            onChange={(isOn) => setChosen({ ...chosen, digest: isOn ? { at: '08:00', zone, upTo: 'info' } : null })}
          >
            A digest once a day
          </LabelledCheckbox>
          {digest && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="At" hint={`In the time of ${digest.zone}.`}>
                {timeInput(digest.at, (at) => setChosen({ ...chosen, digest: { ...digest, at } }))}
              </Field>
              <Choice
                label="Of what"
                value={digest.upTo}
                options={UP_TO}
                onChange={(upTo) => setChosen({ ...chosen, digest: { ...digest, upTo } })}
              />
            </div>
          )}
          <AskBeforeLeaving isChanged={() => isChanged} />
          {error && <FormError>{error.message}</FormError>}
          <Button type="submit" className="justify-self-start" busy={isPending} disabled={!isChanged}>
            Save
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}

type LabelledCheckboxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }

function LabelledCheckbox({ isChecked, onChange, children }: LabelledCheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox.
    <label className="flex items-center gap-2 text-sm">
      <Checkbox checked={isChecked} onCheckedChange={(next) => onChange(next === true)} />
      {children}
    </label>
  )
}
