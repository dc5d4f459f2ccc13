import { type ConfigField, fieldsOf } from '@atalaya/config-schema/fields'
import { type ConfigSchema, parseConfigSchema } from '@atalaya/config-schema/schema'
import type { Capability } from '@atalaya/contract/capability'

/** Maximum number of fields in a form; beyond it, JSON is easier. */
const FIELDS_MAX = 20
/** Kinds of fields that fit into a dialog. */
const FORM_KINDS: ReadonlySet<ConfigField['kind']> = new Set([
  ...(['text', 'lines', 'number', 'choice', 'flag', 'uri', 'date', 'time', 'zone'] as const),
])

const NO_ARGS: ConfigSchema = { type: 'object', properties: {} }

/** Schemas of the reference agent's commands, for machines that report none. */
const KNOWN_SCHEMAS: Record<string, ConfigSchema> = {
  'set-interval': {
    type: 'object',
    required: ['seconds'],
    properties: { seconds: { title: 'Seconds', type: 'integer', minimum: 1, maximum: 3600 } },
  },
  'service.restart': {
    type: 'object',
    required: ['unit'],
    properties: { unit: { title: 'Unit', type: 'string', description: 'As systemd calls it: nginx.service' } },
  },
  restart: NO_ARGS,
  update: NO_ARGS,
  reboot: NO_ARGS,
  diagnose: NO_ARGS,
  'report-now': NO_ARGS,
}

/**
 * Schema of the form for a command's arguments: the machine's own, else the reference agent's. Null if there is none,
 * or if the machine's schema does not fit a form: it is untrusted input. A command that the machine reports without a
 * schema has a form only if the reference agent's takes no arguments.
 */
export function argsSchemaOf(command: string, offered: readonly Capability[]): ConfigSchema | null {
  const capability = offered.find(({ name }) => name === command)
  const builtIn = Object.hasOwn(KNOWN_SCHEMAS, command) ? (KNOWN_SCHEMAS[command] ?? null) : null
  if (!capability) return builtIn
  if (!capability.argsSchema) return builtIn === NO_ARGS ? NO_ARGS : null
  const schema = readSchema(capability.argsSchema)
  if (!schema) return null
  const fields = fieldsOf(schema)
  return fields.length <= FIELDS_MAX && fields.every(({ kind }) => FORM_KINDS.has(kind)) ? schema : null
}

function readSchema(reported: NonNullable<Capability['argsSchema']>): ConfigSchema | null {
  try {
    return parseConfigSchema(JSON.stringify(reported))
  } catch {
    return null
  }
}
