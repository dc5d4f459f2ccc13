import { describe, expect, test } from 'vitest'
import { parseConfigSchema } from './schema.ts'
import { checkValues } from './values.ts'

const check = (property: object, value: unknown, rest: object = {}) =>
  checkValues(parseConfigSchema(JSON.stringify({ type: 'object', properties: { one: property }, ...rest })), {
    ...(value !== undefined && { one: value }),
  })
const message = (property: object, value: unknown) => check(property, value)[0]?.message ?? null

const AN_ADDRESS = 'Must be an address like https://example.org'
const links = {
  type: 'array',
  items: {
    type: 'object',
    required: ['at'],
    properties: { name: { type: 'string', maxLength: 5 }, at: { type: 'string', format: 'uri', title: 'Address' } },
  },
}

describe('a value', () => {
  test.each([
    [{ type: 'string' }, 'x', null],
    [{ type: 'string' }, 3, 'Invalid input'],
    [{ type: 'string', minLength: 2 }, 'x', 'Too short: the minimum number of characters is 2'],
    [{ type: 'string', maxLength: 2 }, 'xyz', 'Too long: the greatest number of characters is 2'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', null],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'ABC', 'Does not have the expected form'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'a'.repeat(129), 'Does not have the expected form'],
    [{ type: 'number', minimum: 2 }, 1.5, 'Must be at least 2'],
    [{ type: 'number', maximum: 2 }, 3, 'Must be at most 2'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'Must be more than 0'],
    [{ type: 'number', multipleOf: 5 }, 12, 'Must be a multiple of 5'],
    [{ type: 'number' }, -1.5, null],
    [{ type: 'number' }, Number.NaN, 'Must be a number'],
    [{ type: 'number', minimum: 2 }, Number.NaN, 'Must be a number'],
    [{ type: 'integer' }, Number.POSITIVE_INFINITY, 'Must be a number'],
    [{ type: 'integer' }, 1.5, 'Must be a whole number'],
    [{ type: 'boolean' }, 'yes', 'Invalid input'],
    [{ enum: ['a', 2] }, 2, null],
    [{ enum: ['a', 2] }, '2', 'Choose one of the listed values'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 2 }] }, '2', 'Choose one of the listed values'],
    [{ type: 'string', format: 'uri' }, 'https://example.org/a?b', null],
    [{ type: 'string', format: 'uri' }, 'example', 'Must be an address like https://example.org'],
    [{ type: 'string', format: 'secret-uri' }, 'webcal://example.org/a.ics', null],
    [{ type: 'string', format: 'secret-uri' }, 'example.org/a.ics', AN_ADDRESS],
    [{ type: 'string', format: 'color' }, '#FFaa00', null],
    [{ type: 'string', format: 'color' }, 'red', 'Must be a colour like #ffaa00'],
    [{ type: 'string', format: 'date' }, '2024-02-29', null],
    [{ type: 'string', format: 'date' }, '2025-02-29', 'Must be a date like 2026-11-21'],
    [{ type: 'string', format: 'time' }, '23:59', null],
    [{ type: 'string', format: 'time' }, '24:00', 'Must be a time like 14:30'],
    [{ type: 'string', format: 'date' }, '', null],
    [{ type: 'string', format: 'email' }, 'not checked', null],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, [], 'Too few: the minimum number of rows is 1'],
    [
      { type: 'array', items: { type: 'string' }, maxItems: 1 },
      ['a', 'b'],
      'Too many: the greatest number of rows is 1',
    ],
    [{ type: 'array', items: { type: 'string' } }, ['a', 1], 'Row 2: Invalid input'],
    [{ type: 'array', items: { type: 'string', format: 'uri' } }, ['https://a.example', 'a'], `Row 2: ${AN_ADDRESS}`],
    [{ type: 'array', items: { type: 'number', title: 'Bound' } }, [1, Number.NaN], 'Row 2, Bound: Must be a number'],
    [links, [{ name: 'A', at: 'https://a.example' }], null],
    [links, [{ name: 'A' }], 'Row 1, Address: Required'],
    [links, [{ at: '' }], 'Row 1, Address: Required'],
    [links, [{ at: 'a' }], `Row 1, Address: ${AN_ADDRESS}`],
    [
      links,
      [{ name: 'too long', at: 'https://a.example' }],
      'Row 1, name: Too long: the greatest number of characters is 5',
    ],
    [links, ['a'], 'Row 1: Invalid input'],
    [{ type: 'string', format: 'time-zone' }, 'Europe/Madrid', null],
    [{ type: 'string', format: 'time-zone' }, 'Europe/Atlantis', 'Must be a time zone like Europe/Madrid'],
    [{ const: { format: 'x' } }, { format: 'y' }, 'Invalid input'],
    [false, 1, 'Invalid input'],
  ])('under the schema %j, the value %j has the fault: %s', (property, value, expected) => {
    expect(message(property as object, value)).toBe(expected)
  })
})

test('a required property must be there and not be empty', () => {
  const required = { required: ['one'] }
  expect(check({ type: 'string' }, undefined, required)).toEqual([{ key: 'one', message: 'Required' }])
  expect(check({ type: 'string' }, '', required)).toEqual([{ key: 'one', message: 'Required' }])
  expect(check({ type: 'string' }, 'x', required)).toEqual([])
})

test('a required property may be named like a member of every object', () => {
  const schema = parseConfigSchema(
    '{"type":"object","properties":{"constructor":{"type":"string"}},"required":["constructor"]}',
  )
  expect(checkValues(schema, {})).toEqual([{ key: 'constructor', message: 'Required' }])
})

test('properties that the schema does not name are allowed unless it forbids them', () => {
  const values = { one: 1, two: 2 }
  const schemaWith = (rest: object) =>
    parseConfigSchema(JSON.stringify({ type: 'object', properties: { one: {} }, ...rest }))
  expect(checkValues(schemaWith({}), values)).toEqual([])
  expect(checkValues(schemaWith({ additionalProperties: false }), values)).not.toEqual([])
})

test('conditions with if and then are checked', () => {
  const schema = parseConfigSchema(
    JSON.stringify({
      type: 'object',
      properties: { mode: { enum: ['a', 'b'] }, size: { type: 'number' } },
      if: { properties: { mode: { const: 'b' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { size: { minimum: 10 } }, required: ['size'] },
    }),
  )
  expect(checkValues(schema, { mode: 'a', size: 1 })).toEqual([])
  expect(checkValues(schema, { mode: 'b', size: 1 })).toEqual([{ key: 'size', message: 'Invalid input' }])
  expect(checkValues(schema, { mode: 'b' })).toEqual([{ key: 'size', message: 'Required' }])
})

test('more values than can be checked quickly are refused unchecked', () => {
  const items = { anyOf: Array.from({ length: 50 }, (_, n) => ({ type: 'string', minLength: n })) }
  const list = (length: number) => check({ type: 'array', items }, Array(length).fill('x'.repeat(50)))
  expect(list(300)).toEqual([])
  expect(list(16_000)).toEqual([{ key: '', message: 'There are too many values' }])
})
