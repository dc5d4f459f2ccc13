import type { ConfigNode, ConfigSchema } from './schema.ts'

/** The values of a configuration, as a form holds them. */
export type Values = Record<string, unknown>

/** How a property is asked for; `unsupported` is one that the form can't show. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'flag'
  | 'secret'
  | 'uri'
  | 'color'
  | 'date'
  | 'time'
  | 'agent'
  | 'search'
  | 'unsupported'

/** One property of a configuration, ready to be drawn. */
export type ConfigField = {
  key: string
  label: string
  help: string | undefined
  kind: FieldKind
  isRequired: boolean
  /** The schema's default; undefined where it gives none. */
  initial: unknown
  choices: readonly Choice[]
  node: ConfigNode
}
/** One value that can be chosen, and how it is called. */
export type Choice = { value: unknown; name: string }

const formats: Record<string, FieldKind> = {
  password: 'secret',
  uri: 'uri',
  color: 'color',
  date: 'date',
  time: 'time',
  'agent-id': 'agent',
  search: 'search',
}

function kindOf(node: ConfigNode): FieldKind {
  const choices = choicesOf(node)
  if (choices) return choices.every(({ value }) => isScalar(value)) ? 'choice' : 'unsupported'
  if (node.type === 'string') return formats[node.format ?? ''] ?? 'text'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.type === 'boolean' ? 'flag' : 'unsupported'
}

/** The values of `enum`, or those of `oneOf` where each is a `const`, with its `title` as its name. */
export function choicesOf(node: ConfigNode): Choice[] | undefined {
  if (node.enum) return node.enum.map((value) => ({ value, name: String(value) }))
  const parts = node.oneOf?.map((part) => (typeof part === 'boolean' ? {} : part))
  if (!parts?.every((part) => part.const !== undefined)) return undefined
  return parts.map((part) => ({ value: part.const, name: part.title ?? String(part.const) }))
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The properties of a configuration in the schema's order. */
export function fieldsOf(schema: ConfigSchema): ConfigField[] {
  return Object.entries(schema.properties).map(([key, part]) => {
    const node = typeof part === 'boolean' ? {} : part
    return {
      key,
      label: node.title ?? key,
      help: node.description,
      kind: kindOf(node),
      isRequired: schema.required?.includes(key) ?? false,
      initial: node.default,
      choices: choicesOf(node) ?? [],
      node,
    }
  })
}

/** The values that the schema itself gives; a checkbox without a default is off. */
export function defaultsOf(schema: ConfigSchema): Values {
  const given = fieldsOf(schema).map(({ key, kind, initial }) => [
    key,
    initial ?? (kind === 'flag' ? false : undefined),
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** Keys of the properties of one kind: the secrets, say. */
export function keysOf(schema: ConfigSchema, kind: FieldKind): string[] {
  return fieldsOf(schema)
    .filter((field) => field.kind === kind)
    .map(({ key }) => key)
}

/** What was filled in; an empty control is a value that is not there. */
export const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
