import { defaultsOf, fieldsOf, filled, type Values } from '@atalaya/config-schema/fields'
import { checkValues } from '@atalaya/config-schema/values'
import type { Capability } from '@atalaya/contract/capability'
import { useMemo, useState } from 'react'
import { argsSchemaOf } from '#web/features/agents/commands/args-schema.ts'

/** The arguments of a command as they are filled in; another command has others. */
export function useArgs(command: string, offered: readonly Capability[]) {
  const schema = useMemo(() => argsSchemaOf(command, offered), [command, offered])
  const [typed, setTyped] = useState<{ command: string; values: Values }>({ command: '', values: {} })
  const [sent, setSent] = useState('')
  const [isJson, setJson] = useState(false)
  const start = useMemo(() => (schema ? defaultsOf(schema) : {}), [schema])
  const values = typed.command === command ? typed.values : start
  const isForm = schema !== null && !isJson
  const given = schema ? filled(schema, values) : {}
  const faults = isForm ? checkValues(schema, given) : []
  return {
    isForm,
    /** There is a form, whether it is shown or not. */
    hasForm: schema !== null,
    fields: schema ? fieldsOf(schema) : [],
    values,
    isValid: faults.length === 0,
    faultOf: (key: string) => (sent === command ? faults.find((fault) => fault.key === key)?.message : undefined),
    filled: given,
    change: (key: string, value: unknown) => setTyped({ command, values: { ...values, [key]: value } }),
    /** From now on it tells what is wrong. */
    judge: () => setSent(command),
    setJson,
  }
}
export type CommandArgs = ReturnType<typeof useArgs>
