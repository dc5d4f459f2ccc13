import { z } from 'zod'
import { faultOfPattern } from './safe-pattern.ts'

/** The largest schema file, in characters. */
export const SCHEMA_MAX = 64 * 1024
const NESTING_MAX = 40
/** Checking a pattern can take a tenth of a millisecond. */
const PATTERNS_MAX = 100
/** Maximum objects of a schema, properties and subschemas among them: reading one takes up to 40 µs. */
const OBJECTS_MAX = 500

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const number = z.number()
const count = z.int().min(0)
/** Name of a property: a plain word, so not `__proto__`. */
const key = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must be a word of letters, digits, _ and -')

const scalarKeywords = {
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema', 'must be draft 2020-12').optional(),
  title: z.string().max(200).optional(),
  description: z.string().max(1000).optional(),
  type: z.union([typeName, z.array(typeName)]).optional(),
  default: z.json().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).min(1).max(500).optional(),
  format: z.string().max(40).optional(),
  pattern: z.string().optional(),
  minimum: number.optional(),
  maximum: number.optional(),
  exclusiveMinimum: number.optional(),
  exclusiveMaximum: number.optional(),
  multipleOf: number.positive().optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  minProperties: count.optional(),
  maxProperties: count.optional(),
  required: z.array(key).optional(),
}

/** Unsupported keywords that decide which values are valid: refused, as ignoring them would accept too much. */
const unsupported = [
  ...['$ref', '$dynamicRef', '$recursiveRef', 'patternProperties', 'propertyNames', 'dependentRequired'],
  ...['dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'uniqueItems'],
]

type Scalars = z.infer<z.ZodObject<typeof scalarKeywords>>
type Subschema = ConfigNode | boolean
/** A schema or subschema of a configuration. */
export type ConfigNode = Scalars & {
  properties?: Record<string, Subschema> | undefined
  additionalProperties?: Subschema | undefined
  items?: Subschema | undefined
  prefixItems?: Subschema[] | undefined
  allOf?: Subschema[] | undefined
  anyOf?: Subschema[] | undefined
  oneOf?: Subschema[] | undefined
  not?: Subschema | undefined
  if?: Subschema | undefined
  then?: Subschema | undefined
  else?: Subschema | undefined
}

const subschema: z.ZodType<Subschema> = z.lazy(() => z.union([z.boolean(), node]))
const subschemas = z.array(subschema).max(50).optional()
const node: z.ZodType<ConfigNode> = z
  .looseObject({
    ...scalarKeywords,
    properties: z.record(key, subschema).optional(),
    additionalProperties: subschema.optional(),
    items: subschema.optional(),
    prefixItems: subschemas,
    allOf: subschemas,
    anyOf: subschemas,
    oneOf: subschemas,
    not: subschema.optional(),
    if: subschema.optional(),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: subschema.optional(),
    else: subschema.optional(),
  })
  .superRefine((schema, context) => {
    for (const keyword of unsupported) {
      if (keyword in schema) context.addIssue({ code: 'custom', path: [keyword], message: 'is not supported' })
    }
    const fault = schema.pattern === undefined ? null : faultOfPattern(schema.pattern)
    if (fault) context.addIssue({ code: 'custom', path: ['pattern'], message: fault })
  })
  // Unknown keywords are dropped: later readers of the schema may give them a meaning.
  .transform(({ ...schema }) => {
    const known = [...Object.keys(scalarKeywords), ...subschemaKeywords]
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => known.includes(keyword)))
  })
const subschemaKeywords = [
  ...['properties', 'additionalProperties', 'items', 'prefixItems'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]

/** The schema of a module's configuration: an object with supported keywords only. */
export type ConfigSchema = ConfigNode & { properties: Record<string, Subschema> }

/** Fault of a schema; `path` leads to the keyword. */
export type SchemaIssue = { path: string[]; message: string }

/** A configuration's schema that can't be used. */
export class ConfigSchemaError extends Error {
  readonly issues: SchemaIssue[]
  constructor(issues: SchemaIssue[]) {
    super(issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; '))
    this.issues = issues
  }
}

const refuse = (message: string, path: string[] = []) => new ConfigSchemaError([{ path, message }])

/**
 * Reads the text of a `configSchema` file: a subset of JSON Schema 2020-12 that can be checked without `eval`, without
 * the network and in bounded time.
 * @throws ConfigSchemaError with every fault.
 */
export function parseConfigSchema(text: string): ConfigSchema {
  const parsed = node.safeParse(readJson(text))
  if (!parsed.success) throw new ConfigSchemaError(parsed.error.issues.flatMap(toIssues))
  const { properties, ...rest } = parsed.data
  if (rest.type !== 'object') throw refuse('must be object', ['type'])
  const schema = { ...rest, properties: properties ?? {} }
  const unknown = (schema.required ?? []).findIndex((name) => !Object.hasOwn(schema.properties, name))
  if (unknown >= 0) throw refuse('is not a property', ['required', String(unknown)])
  return schema
}

function readJson(text: string): unknown {
  if (text.length > SCHEMA_MAX) throw refuse(`has more than ${SCHEMA_MAX / 1024} KiB`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw refuse((error as SyntaxError).message)
  }
  if (isDeeper(json, NESTING_MAX)) throw refuse('is nested too deeply')
  if (objectsIn(json) > OBJECTS_MAX) throw refuse(`has more than ${OBJECTS_MAX} objects`)
  if (patternsIn(json) > PATTERNS_MAX) throw refuse(`has more than ${PATTERNS_MAX} patterns`)
  return json
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + objectsIn(inner), Array.isArray(value) ? 0 : 1)
}

function patternsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const atThisLevel = 'pattern' in value && typeof value.pattern === 'string' ? 1 : 0
  return Object.values(value).reduce((sum: number, inner) => sum + patternsIn(inner), atThisLevel)
}

/** A union reports only that nothing fitted; the branch for objects has the reason. */
function toIssues(issue: z.core.$ZodIssue): SchemaIssue[] {
  const path = issue.path.map(String)
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }]
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined
  if (!inner || inner.length === 0) return [{ path, message: issue.message }]
  return inner.flatMap(toIssues).map((nested) => ({ ...nested, path: [...path, ...nested.path] }))
}
