import { defaultsOf, fieldsOf, type Values, withoutEmpty } from '@atalaya/config-schema/fields'
import { checkValues } from '@atalaya/config-schema/values'
import type { Capability } from '@atalaya/contract/capability'
import { useMemo, useState } from 'react'
import { argsSchemaOf } from '#web/features/agents/commands/args-schema.ts'

/** State of the arguments form; a change of the command resets it. */
export function useArgs(command: string, offered: readonly Capability[]) {
  const schema = useMemo(() => argsSchemaOf(command, offered), [command, offered])
  const [typed, setTyped] = useState<{ command: string; values: Values }>({ command: '', values: {} })
  const [commandWithErrors, setCommandWithErrors] = useState('')
  const [isJson, setJson] = useState(false)
  const defaults = useMemo(() => (schema ? defaultsOf(schema) : {}), [schema])
  const values = typed.command === command ? typed.values : defaults
  const showsForm = schema !== null && !isJson
  const filled = schema ? withoutEmpty(schema, values) : {}
  const errors = showsForm ? checkValues(schema, filled) : []
  return {
    /** The form is shown now, not the JSON field. */
    showsForm,
    /** A form exists, even while the JSON field is shown. */
    hasForm: schema !== null,
    fields: schema ? fieldsOf(schema) : [],
    values,
    isValid: errors.length === 0,
    errorOf: (key: string) =>
      commandWithErrors === command ? errors.find((error) => error.key === key)?.message : undefined,
    /** Values without the empty ones, as they are sent. */
    filled,
    change: (key: string, value: unknown) => setTyped({ command, values: { ...values, [key]: value } }),
    /** Shows errors from now on, after the first attempt to send. */
    showErrors: () => setCommandWithErrors(command),
    setJson,
  }
}
export type CommandArgs = ReturnType<typeof useArgs>
