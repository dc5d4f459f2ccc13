import type { ConfigNode, ConfigSchema } from './schema.ts'

/** The values of a configuration, as a form holds them. */
export type Values = Record<string, unknown>

/** Control for a property; the form can't show one that is `unsupported`. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'choice'
  | 'flag'
  | 'secret'
  | 'uri'
  | 'color'
  | 'date'
  | 'time'
  | 'zone'
  | 'agent'
  | 'search'
  | 'list'
  | 'unsupported'

/** One property of a configuration, ready to be drawn. */
export type ConfigField = {
  key: string
  label: string
  help: string | undefined
  kind: FieldKind
  isRequired: boolean
  /** The schema's default; undefined if it gives none. */
  initial: unknown
  choices: readonly Choice[]
  /** Parts of each row of a list; one part without a key if rows are plain values. Empty for other fields. */
  parts: readonly ConfigField[]
  node: ConfigNode
}
/** One value that can be chosen, and its name. */
export type Choice = { value: unknown; name: string }

const formats = new Map<string, FieldKind>([
  ['password', 'secret'],
  ['secret-uri', 'secret'],
  ['uri', 'uri'],
  ['color', 'color'],
  ['date', 'date'],
  ['time', 'time'],
  ['multiline', 'lines'],
  ['time-zone', 'zone'],
  ['agent-id', 'agent'],
  ['search', 'search'],
])

function kindOf(node: ConfigNode): FieldKind {
  const choices = choicesOf(node)
  if (choices) return choices.every(({ value }) => isScalar(value)) ? 'choice' : 'unsupported'
  if (node.type === 'string') return formats.get(node.format ?? '') ?? 'text'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.type === 'boolean' ? 'flag' : 'unsupported'
}

/** The values of `enum`, or those of `oneOf` if each is a `const`, with its `title` as its name. */
export function choicesOf(node: ConfigNode): Choice[] | undefined {
  if (node.enum) return node.enum.map((value) => ({ value, name: String(value) }))
  const parts = node.oneOf?.map((part) => (typeof part === 'boolean' ? {} : part))
  if (!parts?.every((part) => part.const !== undefined)) return undefined
  return parts.map((part) => ({ value: part.const, name: part.title ?? String(part.const) }))
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const nodeOf = (part: ConfigNode | boolean | undefined): ConfigNode => (typeof part === 'object' ? part : {})

/** Kinds that a row of a list can't have. Secrets and agents are found among a configuration's own properties only. */
const NOT_IN_ROWS: ReadonlySet<FieldKind> = new Set(['unsupported', 'list', 'secret', 'agent'])

/** Parts of each row of a list. Empty for other fields, and for lists with rows that a form can't show. */
function partsOf(node: ConfigNode): ConfigField[] {
  if (node.type !== 'array') return []
  const items = nodeOf(node.items)
  const parts = items.type === 'object' ? fieldsIn(items) : [fieldOf('', items, true)]
  return parts.some(({ kind }) => NOT_IN_ROWS.has(kind)) ? [] : parts
}

function fieldOf(key: string, node: ConfigNode, isRequired: boolean): ConfigField {
  const parts = partsOf(node)
  return {
    key,
    label: node.title ?? key,
    help: node.description,
    kind: parts.length > 0 ? 'list' : kindOf(node),
    isRequired,
    initial: node.default,
    choices: choicesOf(node) ?? [],
    parts,
    node,
  }
}

const fieldsIn = ({ properties = {}, required = [] }: ConfigNode): ConfigField[] =>
  Object.entries(properties).map(([key, part]) => fieldOf(key, nodeOf(part), required.includes(key)))

/** The properties of a configuration in the schema's order. */
export const fieldsOf = (schema: ConfigSchema): ConfigField[] => fieldsIn(schema)

/** Row of a list as a form holds it: values by the keys of its parts. A plain value has the empty key. */
export const rowOf = ({ parts }: ConfigField, row: unknown): Values =>
  parts[0]?.key === '' ? { '': row } : { ...(typeof row === 'object' ? row : {}) }

/** The values that the schema itself gives; a checkbox without a default is off. */
export function defaultsOf(schema: ConfigSchema): Values {
  const entries = fieldsOf(schema).map(({ key, kind, initial }) => [
    key,
    initial ?? (kind === 'flag' ? false : undefined),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Keys of the properties of one kind: the secrets, say. */
export function keysOf(schema: ConfigSchema, kind: FieldKind): string[] {
  return fieldsOf(schema)
    .filter((field) => field.kind === kind)
    .map(({ key }) => key)
}

const isFilled = (value: unknown) => value !== undefined && value !== ''

/** Filled-in values. Empty controls are left out, and rows with nothing but unticked checkboxes too. */
export function withoutEmpty(schema: ConfigSchema, values: Values): Values {
  const fields = new Map(fieldsOf(schema).map((field) => [field.key, field]))
  const entries = Object.entries(values).map(([key, value]) => {
    const field = fields.get(key)
    return [key, field?.kind === 'list' && Array.isArray(value) ? filledRows(field, value) : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => isFilled(value)))
}

function filledRows(field: ConfigField, rows: unknown[]): unknown[] {
  const isPlain = field.parts[0]?.key === ''
  const filled = rows.map((row) => Object.entries(rowOf(field, row)).filter(([, value]) => isFilled(value)))
  return filled
    .filter((row) => row.some(([, value]) => value !== false))
    .map((row) => (isPlain ? row[0]?.[1] : Object.fromEntries(row)))
}
