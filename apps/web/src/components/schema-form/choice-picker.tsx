import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'

const NONE = 'none'

type ChoicePickerProps = {
  choices: readonly unknown[]
  value: unknown
  canBeEmpty: boolean
  onChange: (value: unknown) => void
  id?: string
}

/** Picks one of a schema's values, of whatever type; they are told apart by their place, so 1 and "1" can both be there. */
export function ChoicePicker({ choices, value, canBeEmpty, onChange, ...field }: ChoicePickerProps) {
  const index = choices.indexOf(value)
  return (
    <Select value={index < 0 ? '' : String(index)} onValueChange={(place) => onChange(choices[Number(place)])}>
      <SelectTrigger {...field}>
        <SelectValue placeholder="Choose…" />
      </SelectTrigger>
      <SelectContent>
        {canBeEmpty && (
          <SelectItem value={NONE} className="text-muted-foreground">
            None
          </SelectItem>
        )}
        {choices.map((choice, place) => (
          <SelectItem key={JSON.stringify(choice)} value={String(place)}>
            {String(choice)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
