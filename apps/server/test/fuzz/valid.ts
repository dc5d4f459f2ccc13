import fc from 'fast-check'

/** The part of JSON Schema that the API's document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
/** Values that a field of that name has in real calls, such as the id of something that exists. */
export type KnownValues = (name: string) => fc.Arbitrary<unknown> | null

const LENGTH_MAX = 200
const ITEMS_MAX = 5

const json = fc.jsonValue({ maxDepth: 3 })

/** Values that a JSON Schema allows; often those that are `known` under the field's name. */
export function validFor(schema: Schema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const bySchema = ofType(schema, known, name)
  const real = known(name)
  return real ? fc.oneof({ weight: 3, arbitrary: real }, { weight: 1, arbitrary: bySchema }) : bySchema
}

function ofType(schema: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const [all] = schema.allOf ?? []
  if (all) return validFor(all, known, name)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validFor(choice, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  // A type with alternatives, such as text or null.
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(...type.map((alternative) => ofType({ ...schema, type: alternative }, known, name)))
  return (makers[type ?? ''] ?? (() => json))(schema, known, name)
}

const makers: Record<string, (schema: Schema, known: KnownValues, name: string) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum }) => fc.maxSafeInteger().map((n) => within(n, minimum, maximum)),
  number: ({ minimum, maximum }) =>
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => within(n, minimum, maximum)),
  string: textFor,
  array: ({ items = {}, minItems = 0, maxItems = ITEMS_MAX }, known, name) =>
    fc.array(validFor(items, known, name.replace(/s$/, '')), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, ITEMS_MAX)),
    }),
  object: objectFor,
}

/** Moves a number into the bounds: to the maximum, or near the minimum. */
function within(n: number, minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): number {
  if (n >= minimum && n <= maximum) return n
  const span = Math.min(maximum - minimum, 1000)
  return n % 3 === 0 ? maximum : minimum + (Math.abs(Math.trunc(n)) % (span + 1))
}

function textFor({ pattern, format, minLength = 0, maxLength = LENGTH_MAX }: Schema): fc.Arbitrary<unknown> {
  const longest = Math.max(minLength, Math.min(maxLength, LENGTH_MAX))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'uri') return fc.webUrl()
  const plain = fc.string({ minLength, maxLength: longest })
  const foreign = fc.string({ minLength, maxLength: longest, unit: 'binary' })
  const usual = pattern ? textMatching(pattern) : plain
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: foreign })
}

const words = fc.stringMatching(/^[a-z]{3,12}$/)

/** Texts that match a pattern. For Unicode properties (slow) and lookahead (impossible) plain words instead. */
const textMatching = (pattern: string): fc.Arbitrary<string> =>
  /\\p\{|\(\?/i.test(pattern) ? words : fc.stringMatching(new RegExp(pattern, 'u'))

function objectFor({ properties = {}, required = [], additionalProperties }: Schema, known: KnownValues) {
  const fields = Object.entries(properties).map(([name, schema]) => [name, validFor(schema, known, name)] as const)
  const named = fc.record(Object.fromEntries(fields), { requiredKeys: required })
  if (typeof additionalProperties !== 'object') return named
  const others = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9.]{0,9}$/), validFor(additionalProperties, known), {
    maxKeys: ITEMS_MAX,
  })
  return fc.tuple(others, named).map(([other, known]) => ({ ...other, ...known }))
}
