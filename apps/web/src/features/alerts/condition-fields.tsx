import { boundUnitOf } from '@atalaya/contract/alert-rules'
import { useId } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { metricChoices } from '#web/features/alerts/metric-choices.ts'
import { type Draft, KINDS, type RuleField } from '#web/features/alerts/rule-draft.ts'
import { UNIT_SIGNS } from '#web/features/alerts/rule-words.ts'

const SIDES = [
  { key: 'above', title: 'is above' },
  { key: 'below', title: 'is below' },
] as const

type ConditionFieldsProps = {
  draft: Draft
  errors: Partial<Record<RuleField, string>>
  onChange: (change: Partial<Draft>) => void
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} (${unit})`)

/** Fields of a condition: the threshold, its duration, and when the alert ends. */
export function ConditionFields({ draft, errors, onChange }: ConditionFieldsProps) {
  const listId = useId()
  const hasMinutes = draft.kind === 'silent' || draft.kind === 'commandFailed'
  const unit = UNIT_SIGNS[boundUnitOf(draft.metric) ?? 'number']
  const numberProps = (name: 'value' | 'end' | 'minutes' | 'forMinutes' | 'calmMinutes') => ({
    inputMode: 'decimal' as const,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="When"
          value={draft.kind}
          options={KINDS}
          error={hasMinutes || draft.kind === 'metric' ? undefined : errors.condition}
          onChange={(kind) => onChange({ kind })}
        />
        {draft.kind === 'metric' && (
          <Field label="Which number" hint="Its name; agents may send others than these." error={errors.metric}>
            <Input
              list={listId}
              value={draft.metric}
              autoComplete="off"
              onChange={({ target }) => onChange({ metric: target.value })}
            />
          </Field>
        )}
        {draft.kind === 'silent' && (
          <Field label="Duration in minutes" hint="Two at least." error={errors.condition}>
            <Input {...numberProps('minutes')} />
          </Field>
        )}
        {draft.kind === 'commandFailed' && (
          <Field label="Within the last minutes" hint="It is over when no failure is younger." error={errors.condition}>
            <Input {...numberProps('minutes')} />
          </Field>
        )}
      </div>
      {draft.kind === 'metric' && (
        <>
          <datalist id={listId}>
            {metricChoices.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </datalist>
          <div className="grid gap-4 sm:grid-cols-3">
            <Choice
              label="Its average over a minute"
              value={draft.is}
              options={SIDES}
              onChange={(is) => onChange({ is })}
            />
            <Field label={withUnit('Bound', unit)} error={errors.condition}>
              <Input {...numberProps('value')} />
            </Field>
            <Field label={withUnit('Ends at', unit)} hint="Empty: at the bound." error={errors.clear}>
              <Input {...numberProps('end')} />
            </Field>
          </div>
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Minutes until it fires" error={errors.forS}>
          <Input {...numberProps('forMinutes')} />
        </Field>
        <Field label="Quiet minutes until it ends" hint="Longer by itself where it comes and goes." error={errors.calm}>
          <Input {...numberProps('calmMinutes')} />
        </Field>
      </div>
    </>
  )
}
