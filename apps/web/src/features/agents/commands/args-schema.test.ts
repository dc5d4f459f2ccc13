import type { Capability } from '@atalaya/contract/capability'
import { expect, test } from 'vitest'
import { argsSchemaOf } from '#web/features/agents/commands/args-schema.ts'

const offering = (argsSchema?: Capability['argsSchema']): Capability[] => [
  { name: 'backup', danger: 0, idempotent: true, timeoutS: 30, ...(argsSchema && { argsSchema }) },
]
const what = { enum: ['home', 'etc'] }

test('the arguments are those that the machine declares', () => {
  const schema = { type: 'object', required: ['what'], properties: { what } }
  expect(argsSchemaOf('backup', offering(schema))).toEqual(schema)
  expect(argsSchemaOf('restore', offering(schema))).toBeNull()
})

test.each<[string, Capability['argsSchema']]>([
  ['no schema', undefined],
  ['a schema of a text', { type: 'string' }],
  ['a schema with an unknown keyword', { type: 'object', properties: { what: { $ref: '#/x' } } }],
  ['a key with a space', { type: 'object', properties: { 'a b': what } }],
  ['a field that no form shows', { type: 'object', properties: { what: { type: 'array', items: what } } }],
  [
    'a secret, which would be sent as plain text',
    { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
  ],
  ['a pattern that takes too long', { type: 'object', properties: { what: { type: 'string', pattern: '^(a+)+$' } } }],
  [
    'more than 20 fields',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, what])) },
  ],
])('%s gives no form', (_what, schema) => {
  expect(argsSchemaOf('backup', offering(schema))).toBeNull()
})

test('arguments of the reference agent are known even if no machine declares them', () => {
  expect(argsSchemaOf('set-interval', [])?.properties).toHaveProperty('seconds')
  expect(argsSchemaOf('constructor', [])).toBeNull()
  // A capability without a schema hides a known schema that has arguments.
  expect(argsSchemaOf('set-interval', [{ name: 'set-interval', danger: 0, idempotent: true, timeoutS: 30 }])).toBeNull()
})
