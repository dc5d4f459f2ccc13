import { Field } from '#web/components/ui/field.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'

type ChoiceProps<K extends string> = {
  label: string
  value: K
  options: readonly { key: K; title: string }[]
  error?: string | undefined
  isDisabled?: boolean
  onChange: (value: K) => void
}

/** Field to choose one of a few values. */
export function Choice<K extends string>({ label, value, options, error, isDisabled, onChange }: ChoiceProps<K>) {
  return (
    <Select value={value} onValueChange={(next) => onChange(next as K)} disabled={isDisabled ?? false}>
      <Field label={label} error={error}>
        <SelectTrigger>
          <SelectValue />
        </SelectTrigger>
      </Field>
      <SelectContent>
        {options.map(({ key, title }) => (
          <SelectItem key={key} value={key}>
            {title}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
