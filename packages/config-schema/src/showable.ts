import { fieldsOf } from './fields.ts'
import type { ConfigNode, ConfigSchema, SchemaIssue } from './schema.ts'

const SHOWN = 'string, number, integer, boolean, a choice of plain values, or an array of these or of flat objects'

/** Parts of a schema that a form can't show, with the supported ones in the message. Empty if it can show all. */
export function faultsOfForm(schema: ConfigSchema): SchemaIssue[] {
  return unsupportedFields(schema).flatMap(({ key, node }) => {
    const path = ['properties', key]
    if (node.type !== 'array') return [{ path, message: `can't be shown in a form, which shows ${SHOWN}` }]
    return faultsOfRows(node, [...path, 'items'])
  })
}

const unsupportedFields = (schema: ConfigSchema) => fieldsOf(schema).filter(({ kind }) => kind === 'unsupported')

/** The part of a row that keeps a list from being shown; the rows themselves, if they have no parts. */
function faultsOfRows({ items }: ConfigNode, path: string[]): SchemaIssue[] {
  const message = "can't be shown in the rows of a list, which hold no lists, objects, agents or secrets"
  if (typeof items !== 'object') return [{ path, message: 'must say what each row is' }]
  const { type, properties = {} } = items
  if (type !== 'object') return [{ path, message }]
  if (Object.keys(properties).length === 0) return [{ path, message: 'must have properties to be shown in a form' }]
  const schemaWithOnly = (key: string) =>
    ({ type: 'object', properties: { list: { type: 'array', items: rowOf(key) } } }) as const
  const rowOf = (key: string) => ({ type: 'object', properties: { [key]: properties[key] ?? true } }) as const
  return Object.keys(properties)
    .filter((key) => unsupportedFields(schemaWithOnly(key)).length > 0)
    .map((key) => ({ path: [...path, 'properties', key], message }))
}
