import { success } from '@atalaya/contract/envelope'
import { z } from 'zod'
import { choicesOf, type NamedResource, type NamedRoute } from './names.ts'

export type JsonSchema = { [keyword: string]: unknown } & {
  $ref?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
}
type Direction = 'input' | 'output'
type Schemas = Record<string, JsonSchema>

const SCHEMAS_PATH = '#/components/schemas/'
export const refTo = (name: string) => ({ $ref: SCHEMAS_PATH + name })

/** Parts of a call, by direction. */
const PARTS = { params: 'input', query: 'input', headers: 'input', body: 'input', answer: 'output' } as const
type Part = keyof typeof PARTS

type Needs = { shapes: Map<z.ZodType, string>; routes: NamedRoute[]; resources: NamedResource[] }

/** Schemas for each part of each call, and the shapes that they share. */
export type Described = {
  of(id: string, part: Part): JsonSchema | undefined
  /** Schemas that `document` refers to, in the order of their names. */
  shared(document: unknown): Schemas
}

type Rendered = { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }

/** Answers may get further fields in a later version, so only requests refuse unknown fields. */
function allowFurtherFields({ zodSchema: { _zod }, jsonSchema }: Rendered): void {
  if (_zod.def.type === 'object' && !_zod.def.catchall) delete jsonSchema.additionalProperties
}

/** Leaves out keywords without use to readers: JavaScript's range of safe numbers, and patterns of known formats. */
function shorten({ jsonSchema }: Rendered): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  // Few languages' regular expressions know `\p{…}`. Tools in the others would refuse the whole document.
  if (/\\p\{/i.test(String(jsonSchema.pattern))) delete jsonSchema.pattern
}

/** Adds discriminators, so that generators of code make one type of each choice. */
function addDiscriminators(named: Map<z.ZodType, string>) {
  return ({ zodSchema, jsonSchema }: Rendered) => {
    if (!(zodSchema instanceof z.ZodDiscriminatedUnion)) return
    const choices = choicesOf(zodSchema)
    if (choices.length === 0 || choices.some(([, choice]) => !named.has(choice))) return
    const mapping = Object.fromEntries(choices.map(([word, choice]) => [word, SCHEMAS_PATH + named.get(choice)]))
    jsonSchema.discriminator = { propertyName: zodSchema.def.discriminator, mapping }
  }
}

/** Renders all schemas of one direction, by name. A named shape is written once, and referred to elsewhere. */
function render(registry: z.core.$ZodRegistry<{ id?: string }>, named: Map<z.ZodType, string>, io: Direction): Schemas {
  const addDiscriminator = addDiscriminators(named)
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => SCHEMAS_PATH + id,
    override: (context) => {
      const rendered = context as Rendered
      if (io === 'output') allowFurtherFields(rendered)
      shorten(rendered)
      addDiscriminator(rendered)
    },
  })
  const bare = Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema])
  return JSON.parse(JSON.stringify(Object.fromEntries(bare)))
}

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Names that a value refers to, directly or through others. */
function namesReachedFrom(value: unknown, schemas: Schemas): Set<string> {
  const reached = new Set(refsIn(value))
  for (const name of reached) for (const further of refsIn(schemas[name])) reached.add(further)
  return reached
}

/** Shapes that differ between request and answer, for example in optional fields, or that refer to one that differs. */
function namesThatDiffer(inputs: Schemas, outputs: Schemas, names: Iterable<string>): Set<string> {
  const all = [...names]
  const different = new Set(all.filter((name) => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name])))
  // Repeats until no name is added: a shape may refer to one that was added last.
  let sizeBefore: number
  do {
    sizeBefore = different.size
    for (const name of all) if (refsIn(inputs[name]).some((other) => different.has(other))) different.add(name)
  } while (sizeBefore < different.size)
  return different
}

/** Makes the schemas of all calls at once: a named schema is written once. */
export function describeSchemas({ shapes, routes, resources }: Needs): Described {
  const registry = z.registry<{ id?: string }>()
  for (const [schema, name] of shapes) registry.add(schema, { id: name })
  const parts = new Map<string, { schema: z.ZodType; part: Part }>()
  const register = (id: string, part: Part, schema: z.ZodType | undefined) => {
    if (!schema) return
    if (!registry.has(schema)) registry.add(schema, { id: `${id}.${part}` })
    parts.set(`${id}.${part}`, { schema, part })
  }
  for (const { id, value } of routes) {
    register(id, 'params', value.params)
    register(id, 'query', value.query)
    register(id, 'headers', value.headers)
    register(id, 'body', value.body)
    register(id, 'answer', success(value.data))
  }
  for (const { id, value } of resources) {
    register(id, 'query', value.query)
    register(id, 'headers', value.headers)
    register(id, 'answer', value.event)
  }

  const inputs = render(registry, shapes, 'input')
  const outputs = render(registry, shapes, 'output')
  const answers = [...parts].flatMap(([name, { part }]) => (part === 'answer' ? [outputs[name]] : []))
  const inAnswers = namesReachedFrom(answers, outputs)
  const different = namesThatDiffer(inputs, outputs, shapes.values())
  /** Name of a shape in requests, if answers have another shape of that name. */
  const inputName = (name: string) => (different.has(name) && inAnswers.has(name) ? `${name}Input` : name)
  /** Replaces references to shapes by references to those of requests. */
  const withInputNames = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (key, inner) =>
      typeof inner === 'string' && inner.startsWith(SCHEMAS_PATH) && key !== 'description'
        ? SCHEMAS_PATH + inputName(inner.slice(SCHEMAS_PATH.length))
        : inner,
    )
  const all: Schemas = { ...outputs }
  for (const name of different)
    if (inputName(name) in all && inputName(name) !== name) throw new Error(`Two ${inputName(name)}`)
  for (const name of different) all[inputName(name)] = withInputNames(inputs[name] ?? {})

  return {
    of(id, part) {
      const found = parts.get(`${id}.${part}`)
      if (!found) return undefined
      const name = registry.get(found.schema)?.id ?? ''
      const isInput = PARTS[part] === 'input'
      // Parameters of paths and queries are documented one by one, never as a whole.
      const isWhole = shapes.has(found.schema) && (part === 'body' || part === 'answer')
      if (isWhole) return refTo(isInput ? inputName(name) : name)
      return isInput ? withInputNames(inputs[name] ?? {}) : outputs[name]
    },
    shared: (document) =>
      Object.fromEntries([...namesReachedFrom(document, all)].sort().map((name) => [name, all[name] ?? {}])),
  }
}
