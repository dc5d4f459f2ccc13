import type { Choice } from '@atalaya/config-schema/fields'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'

const NONE = 'none'

type ChoicePickerProps = {
  choices: readonly Choice[]
  value: unknown
  canBeEmpty: boolean
  onChange: (value: unknown) => void
  id?: string
}

/** Picks one of a schema's values of any type. Options are identified by position, so 1 and "1" can both occur. */
export function ChoicePicker({ choices, value, canBeEmpty, onChange, ...field }: ChoicePickerProps) {
  const index = choices.findIndex((choice) => choice.value === value)
  return (
    <Select value={index < 0 ? '' : String(index)} onValueChange={(key) => onChange(choices[Number(key)]?.value)}>
      <SelectTrigger {...field}>
        <SelectValue placeholder="Choose…" />
      </SelectTrigger>
      <SelectContent>
        {canBeEmpty && (
          <SelectItem value={NONE} className="text-muted-foreground">
            None
          </SelectItem>
        )}
        {choices.map(({ value, name }, position) => (
          <SelectItem key={JSON.stringify(value)} value={String(position)}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
