import { describe, expect, test } from 'vitest'
import { defaultsOf, fieldsOf, keysOf } from './fields.ts'
import { ConfigSchemaError, parseConfigSchema, SCHEMA_MAX } from './schema.ts'

const schema = (properties: object, rest: object = {}) =>
  parseConfigSchema(JSON.stringify({ type: 'object', properties, ...rest }))

function faultsOf(text: string): string {
  try {
    parseConfigSchema(text)
    return ''
  } catch (error) {
    if (error instanceof ConfigSchemaError) return error.message
    throw error
  }
}

describe('the fields of a form', () => {
  test.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'email' }, 'text'],
    [{ type: 'string', format: 'constructor' }, 'text'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'flag'],
    [{ enum: ['a', 2, true] }, 'choice'],
    [{ type: 'string', enum: ['a'], format: 'date' }, 'choice'],
    [{ type: 'string', format: 'password' }, 'secret'],
    [{ type: 'string', format: 'secret-uri' }, 'secret'],
    [{ type: 'string', format: 'uri' }, 'uri'],
    [{ type: 'string', format: 'color' }, 'color'],
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: 'string', format: 'time' }, 'time'],
    [{ type: 'string', format: 'agent-id' }, 'agent'],
    [{ type: 'string', format: 'multiline' }, 'lines'],
    [{ type: 'string', format: 'time-zone' }, 'zone'],
    [{ type: 'array', items: { type: 'string', format: 'uri' } }, 'list'],
    [{ type: 'array', items: { enum: [1, 2] } }, 'list'],
    [{ type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }, 'list'],
    [{ type: 'array' }, 'unsupported'],
    [{ type: 'array', items: { type: 'object' } }, 'unsupported'],
    [{ type: 'array', items: { type: 'string', format: 'password' } }, 'unsupported'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'unsupported'],
    [
      { type: 'array', items: { type: 'object', properties: { a: { format: 'agent-id', type: 'string' } } } },
      'unsupported',
    ],
    [{ type: 'object' }, 'unsupported'],
    [{ type: ['string', 'null'] }, 'unsupported'],
    [{ enum: [{ a: 1 }] }, 'unsupported'],
    [{}, 'unsupported'],
    [true, 'unsupported'],
  ])('%j is shown as %s', (property, kind) => {
    expect(fieldsOf(schema({ one: property }))[0]?.kind).toBe(kind)
  })

  test('carry label, help, default and whether they are required, in the order of the schema', () => {
    const fields = fieldsOf(
      schema(
        { zone: { type: 'string', title: 'Zone', description: 'Where' }, age: { type: 'number' } },
        { required: ['age'] },
      ),
    )
    expect(fields.map(({ key, label, help, isRequired }) => ({ key, label, help, isRequired }))).toEqual([
      { key: 'zone', label: 'Zone', help: 'Where', isRequired: false },
      { key: 'age', label: 'age', help: undefined, isRequired: true },
    ])
  })

  test('take their defaults from the schema; a checkbox without one is off', () => {
    const form = schema({
      city: { type: 'string', default: 'Madrid' },
      zero: { type: 'number', default: 0 },
      on: { type: 'boolean', default: true },
      off: { type: 'boolean' },
      list: { type: 'array', default: [1] },
      none: { type: 'string' },
    })
    expect(defaultsOf(form)).toEqual({ city: 'Madrid', zero: 0, on: true, off: false, list: [1] })
  })

  test('are marked as secrets or agents by their format', () => {
    const form = schema({ a: { type: 'string', format: 'password' }, b: { type: 'string', format: 'agent-id' }, c: {} })
    expect(keysOf(form, 'secret')).toEqual(['a'])
    expect(keysOf(form, 'agent')).toEqual(['b'])
  })
})

describe('a schema is refused', () => {
  const object = (rest: object) => JSON.stringify({ type: 'object', ...rest })
  const text = (rest: object) => object({ properties: { a: { type: 'string', ...rest } } })

  test.each([
    ['if it is not JSON', '{', /JSON/],
    ['if it is not an object', '[]', /expected object/i],
    ['if it describes no object', '{"type":"string"}', /^type must be object$/],
    [
      'of an older draft',
      object({ $schema: 'http://json-schema.org/draft-07/schema#' }),
      /^\$schema must be draft 2020-12$/,
    ],
    [
      'with a remote reference',
      text({ $ref: 'https://example.org/schema.json' }),
      /^properties\.a\.\$ref is not supported$/,
    ],
    ['with a local reference', text({ $ref: '#/$defs/a' }), /^properties\.a\.\$ref is not supported$/],
    ['with patterns for keys', object({ patternProperties: { '(a+)+$': {} } }), /^patternProperties is not supported$/],
    ['with a property name that is no word', object({ properties: { 'a b': {} } }), /^properties\.a b must be a word/],
    ['if it requires a missing property', object({ required: ['a'] }), /^required\.0 is not a property$/],
    [
      'with a wrong keyword deep inside',
      object({ properties: { a: { items: { minimum: '1' } } } }),
      /^properties\.a\.items\.minimum /,
    ],
    ['with an unknown type', text({ type: 'text' }), /^properties\.a\.type /],
    [
      'with a repetition inside a repetition',
      text({ pattern: '^(a+)+$' }),
      /^properties\.a\.pattern must not repeat a group/,
    ],
  ])('%s', (_what, input, fault) => {
    expect(faultsOf(input)).toMatch(fault)
  })

  test('if it is larger than 64 KiB, or nested too deeply', () => {
    expect(faultsOf(object({ description: 'x'.repeat(SCHEMA_MAX) }))).toBe('has more than 64 KiB')
    expect(faultsOf(`{"type":"object","not":${'{"not":'.repeat(5000)}{}${'}'.repeat(5001)}`)).toBe(
      'is nested too deeply',
    )
  })

  test('with more than 500 objects, each of which takes time to read', () => {
    const many = (count: number) =>
      object({ properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, {}])) })
    // The schema and its properties are two.
    expect(faultsOf(many(498))).toBe('')
    expect(faultsOf(many(499))).toBe('has more than 500 objects')
  })

  test('with more than 100 patterns', () => {
    const many = (count: number) =>
      object({
        properties: Object.fromEntries(
          Array.from({ length: count }, (_, n) => [`p${n}`, { type: 'string', pattern: '^a$' }]),
        ),
      })
    expect(faultsOf(many(100))).toBe('')
    expect(faultsOf(many(101))).toBe('has more than 100 patterns')
  })

  test('with all of its faults listed', () => {
    expect(faultsOf(object({ properties: { a: { type: 'nope' }, b: { minimum: true } } })).split('; ')).toHaveLength(2)
  })
})

test('unused keywords are left out', () => {
  expect(schema({ a: { type: 'string', 'x-color': 'red', examples: [1] } }).properties.a).toEqual({ type: 'string' })
})

test('a property named __proto__ is left out', () => {
  expect(Object.keys(parseConfigSchema('{"type":"object","properties":{"__proto__":{}}}').properties)).toEqual([])
})
