import { type ConfigField, defaultsOf, fieldsOf, type Values } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { type FormEvent, useMemo, useState } from 'react'
import { SchemaField } from '#web/components/schema-form/schema-field.tsx'

type SchemaFormProps = {
  /** By which a submit button outside the form names it. */
  id: string
  /** The text of the module's schema. */
  schema: string | undefined
  config: WidgetConfig
  onSave: (config: WidgetConfig) => void
}

/** A module's configuration form, generated from its schema. */
export function SchemaForm({ id, schema: text, config, onSave }: SchemaFormProps) {
  const schema = useMemo(() => (text ? parseConfigSchema(text) : null), [text])
  const [values, setValues] = useState<Values>(() => ({ ...(schema && defaultsOf(schema)), ...config }))
  const [wasSent, setWasSent] = useState(false)
  const faults = schema ? checkValues(schema, given(values)) : []

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setWasSent(true)
    if (faults.length === 0) onSave(given(values) as WidgetConfig)
  }

  const fields = schema ? fieldsOf(schema) : []
  return (
    <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
      {fields.length === 0 && <p className="text-muted-foreground">This module does not require configuration.</p>}
      {fields.map((field: ConfigField) => (
        <SchemaField
          key={field.key}
          field={field}
          value={values[field.key]}
          fault={wasSent ? faults.find((fault) => fault.key === field.key)?.message : undefined}
          onChange={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
        />
      ))}
    </form>
  )
}

/** What was filled in; an empty control is a value that is not there. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
