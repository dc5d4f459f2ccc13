import type { ConfigField } from '@atalaya/config-schema/fields'
import type { ReactElement } from 'react'
import { AgentPicker } from '#web/components/schema-form/agent-picker.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'

type SchemaFieldProps = {
  field: ConfigField
  value: unknown
  fault: string | undefined
  onChange: (value: unknown) => void
}

/** One control of a generated form (specification section 5). */
export function SchemaField({ field, value, fault, onChange }: SchemaFieldProps) {
  const { kind, key, label, help, isRequired } = field
  if (kind === 'flag') {
    return (
      <Label className="flex items-center gap-2">
        <Checkbox name={key} checked={value === true} onCheckedChange={(checked) => onChange(checked === true)} />
        {label}
      </Label>
    )
  }
  const control = controlOf(field, value, onChange)
  if (!control) {
    return (
      <div className="grid gap-1.5">
        <p className="font-medium text-sm">{label}</p>
        <p className="text-muted-foreground text-sm">Campo no soportado en el demo</p>
      </div>
    )
  }
  return (
    <Field label={isRequired ? `${label} *` : label} hint={help} error={fault}>
      {control}
    </Field>
  )
}

function controlOf(
  { kind, key, choices, node }: ConfigField,
  value: unknown,
  onChange: (value: unknown) => void,
): ReactElement<object> | null {
  const text = value === undefined || value === null ? '' : String(value)
  if (kind === 'agent') return <AgentPicker value={text} onChange={onChange} />
  if (kind === 'choice') return <ChoicePicker choices={choices} value={text} onChange={onChange} />
  if (kind === 'number') {
    const read = (input: HTMLInputElement) => (input.value === '' ? undefined : input.valueAsNumber)
    return (
      <Input
        type="number"
        name={key}
        value={text}
        min={node.minimum}
        max={node.maximum}
        step={node.type === 'integer' ? 1 : 'any'}
        onChange={({ target }) => onChange(read(target))}
      />
    )
  }
  if (kind !== 'text') return null
  return <Input name={key} value={text} maxLength={node.maxLength} onChange={({ target }) => onChange(target.value)} />
}

type ChoicePickerProps = {
  choices: readonly unknown[]
  value: string
  onChange: (value: unknown) => void
  id?: string
}

function ChoicePicker({ choices, value, onChange, ...field }: ChoicePickerProps) {
  return (
    <Select value={value} onValueChange={(text) => onChange(choices.find((choice) => String(choice) === text))}>
      <SelectTrigger {...field}>
        <SelectValue placeholder="Choose…" />
      </SelectTrigger>
      <SelectContent>
        {choices.map((choice) => (
          <SelectItem key={String(choice)} value={String(choice)}>
            {String(choice)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
