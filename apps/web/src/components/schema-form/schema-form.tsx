import { type ConfigField, defaultsOf, fieldsOf, type Values, withoutEmpty } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues, type ValueIssue } from '@atalaya/config-schema/values'
import { SECRET_MASK, type WidgetConfig } from '@atalaya/contract/dashboard'
import { type FormEvent, useMemo, useState } from 'react'
import { SchemaField } from '#web/components/schema-form/schema-field.tsx'
import { Alert } from '#web/components/ui/alert.tsx'

type SchemaFormProps = {
  /** Id, for a submit button outside the form. */
  id: string
  /** Text of the module's schema. */
  schema: string | undefined
  /** Module that provides suggestions for search fields. */
  moduleId?: string
  /** The widget being configured, if it exists. */
  widgetId?: string
  config: WidgetConfig
  /** Called on every change; the values may be invalid. */
  onEdit?: (config: WidgetConfig) => void
  onSave: (config: WidgetConfig) => void
}

/** A module's configuration form, generated from its schema. */
export function SchemaForm({ id, schema: text, moduleId, widgetId, config, onEdit, onSave }: SchemaFormProps) {
  const schema = useMemo(() => (text ? parseConfigSchema(text) : null), [text])
  // Only the edited fields; the others keep following the widget, which may change on another screen.
  const [edited, setEdited] = useState<Values>({})
  const values: Values = { ...(schema && defaultsOf(schema)), ...config, ...edited }
  const [wasSent, setWasSent] = useState(false)
  const fields = schema ? fieldsOf(schema) : []
  const toConfig = (input: Values) => (schema ? withoutEmpty(schema, input) : input) as WidgetConfig
  const errors = schema ? checkValues(schema, toConfig(values)).filter(({ key }) => values[key] !== SECRET_MASK) : []
  const shownErrors = wasSent ? errors : []

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setWasSent(true)
    if (errors.length === 0) return onSave(toConfig(values))
    focusField(
      event.currentTarget,
      fields.findIndex(({ key }) => errors.some((error) => error.key === key)),
    )
  }

  function change(key: string, value: unknown) {
    setEdited({ ...edited, [key]: value })
    onEdit?.(toConfig({ ...values, [key]: value }))
  }

  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {fields.length === 0 && <p className="text-muted-foreground">This module does not require configuration.</p>}
      {fields.map((field) => (
        <div key={field.key} data-field>
          <SchemaField
            field={field}
            moduleId={moduleId}
            widgetId={widgetId}
            form={values}
            value={values[field.key]}
            error={shownErrors.find((error) => error.key === field.key)?.message}
            onChange={(value) => change(field.key, value)}
          />
        </div>
      ))}
      {hasHiddenError(shownErrors, fields) && <Alert>Something that this form can't show is not valid.</Alert>}
    </form>
  )
}

function focusField(form: HTMLFormElement, index: number) {
  const field = form.querySelectorAll('[data-field]')[index]
  field?.querySelector<HTMLElement>('input, button, textarea')?.focus()
}

/** True if a field that cannot show an error has one, which would block the form without a reason. */
function hasHiddenError(errors: ValueIssue[], fields: ConfigField[]): boolean {
  const drawn = fields.filter(({ kind }) => kind !== 'unsupported' && kind !== 'flag').map(({ key }) => key)
  return errors.some(({ key }) => !drawn.includes(key))
}
