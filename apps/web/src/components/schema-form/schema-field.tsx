import type { ConfigField, Values } from '@atalaya/config-schema/fields'
import { type ComponentProps, type ComponentType, lazy, type ReactElement, Suspense } from 'react'
import { ChoicePicker } from '#web/components/schema-form/choice-picker.tsx'
import { ColorInput } from '#web/components/schema-form/color-input.tsx'
import { SecretInput } from '#web/components/schema-form/secret-input.tsx'
import { SuggestInput } from '#web/components/schema-form/suggest-input.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'

// Loaded on demand: few forms need these.
const AgentPicker = lazyControl(() => import('#web/components/schema-form/agent-picker.tsx').then((m) => m.AgentPicker))
const ListInput = lazyControl(() => import('#web/components/schema-form/list-input.tsx').then((m) => m.ListInput))
const ZoneSelect = lazyControl(() => import('#web/components/schema-form/zone-select.tsx').then((m) => m.ZoneSelect))

/** Wraps a control that is loaded when a form needs it. */
function lazyControl<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <Suspense fallback={<Skeleton className="h-9 pointer-coarse:h-11" />}>
      <Lazy {...props} />
    </Suspense>
  )
}

type SchemaFieldProps = {
  field: ConfigField
  moduleId: string | undefined
  widgetId?: string | undefined
  /** Values of the form, for suggestions. */
  form?: Values
  /** Key of the list, for a field in one of its rows. */
  listKey?: string
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** One control of a generated form. */
export function SchemaField({ field, moduleId, widgetId, form, listKey, value, error, onChange }: SchemaFieldProps) {
  const { kind, key, label, help, isRequired } = field
  if (kind === 'unsupported') {
    return (
      <div className="grid gap-1.5">
        <p className="font-medium text-sm">{label}</p>
        <p className="text-muted-foreground text-sm">Campo no soportado en el demo</p>
      </div>
    )
  }
  if (kind === 'list') {
    return (
      <ListInput
        field={field}
        value={value}
        error={error}
        onChange={onChange}
        drawPart={(part, partValue, change) => (
          <SchemaField
            field={part}
            moduleId={moduleId}
            widgetId={widgetId}
            form={form}
            listKey={key}
            value={partValue}
            error={undefined}
            onChange={change}
          />
        )}
      />
    )
  }
  if (kind === 'flag') {
    return (
      <div className="grid gap-1">
        <Label className="flex items-center gap-2">
          <Checkbox name={key} checked={value === true} onCheckedChange={(checked) => onChange(checked === true)} />
          {label}
        </Label>
        {help && <p className="pl-6 text-muted-foreground text-xs">{help}</p>}
      </div>
    )
  }
  return (
    <Field label={isRequired ? `${label} *` : label} hint={help} error={error}>
      {controlOf(field, value, onChange, {
        moduleId,
        widgetId,
        form,
        name: listKey === undefined ? key : `${listKey}.${key}`,
      })}
    </Field>
  )
}

const inputTypes: Partial<Record<ConfigField['kind'], ComponentProps<'input'>['type']>> = {
  uri: 'url',
  date: 'date',
  time: 'time',
}

/** Module and field to get suggestions for, and the other values. */
type SuggestionContext = Pick<SchemaFieldProps, 'moduleId' | 'widgetId' | 'form'> & { name: string }

function controlOf(
  { kind, key, choices, node, isRequired }: ConfigField,
  value: unknown,
  onChange: (value: unknown) => void,
  { moduleId, widgetId, form, name }: SuggestionContext,
): ReactElement<object> {
  const text = value === undefined || value === null ? '' : String(value)
  if (kind === 'agent') return <AgentPicker value={text} onChange={onChange} />
  if (kind === 'choice') {
    // Without a value the default applies, so an option "None" would select the default.
    const canBeEmpty = !isRequired && node.default === undefined
    return <ChoicePicker choices={choices} value={value} canBeEmpty={canBeEmpty} onChange={onChange} />
  }
  if (kind === 'color') return <ColorInput name={key} value={text} onChange={onChange} />
  if (kind === 'secret') return <SecretInput name={key} value={text} onChange={onChange} />
  if (kind === 'zone') return <ZoneSelect name={key} value={text} onChange={onChange} />
  if (kind === 'lines') {
    return (
      <Textarea
        name={key}
        value={text}
        aria-required={isRequired}
        maxLength={node.maxLength}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  if (kind === 'search' && moduleId) {
    return (
      <SuggestInput
        moduleId={moduleId}
        widgetId={widgetId}
        name={name}
        value={text}
        form={form}
        maxLength={node.maxLength}
        onChange={onChange}
      />
    )
  }
  if (kind === 'number') {
    const numberIn = (input: HTMLInputElement) => (input.value === '' ? undefined : input.valueAsNumber)
    return (
      <Input
        type="number"
        name={key}
        // Uncontrolled: the browser keeps input that is no number, and the form sets only the initial value.
        defaultValue={text}
        aria-required={isRequired}
        min={node.minimum}
        max={node.maximum}
        step={node.type === 'integer' ? 1 : 'any'}
        onChange={({ target }) => onChange(target.validity.badInput ? Number.NaN : numberIn(target))}
      />
    )
  }
  return (
    <Input
      type={inputTypes[kind] ?? 'text'}
      name={key}
      value={text}
      aria-required={isRequired}
      maxLength={node.maxLength}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
