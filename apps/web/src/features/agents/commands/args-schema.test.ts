import type { Capability } from '@atalaya/contract/capability'
import { expect, test } from 'vitest'
import { argsSchemaOf } from '#web/features/agents/commands/args-schema.ts'

const offering = (argsSchema?: Capability['argsSchema']): Capability[] => [
  { name: 'backup', danger: 0, idempotent: true, timeoutS: 30, ...(argsSchema && { argsSchema }) },
]
const what = { enum: ['home', 'etc'] }

test('the arguments are those that the machine says', () => {
  const schema = { type: 'object', required: ['what'], properties: { what } }
  expect(argsSchemaOf('backup', offering(schema))).toEqual(schema)
  expect(argsSchemaOf('restore', offering(schema))).toBeNull()
})

test.each<[string, Capability['argsSchema']]>([
  ['nothing', undefined],
  ['no object', { type: 'string' }],
  ['a schema of nothing that we know', { type: 'object', properties: { what: { $ref: '#/x' } } }],
  ['a key that is no word', { type: 'object', properties: { 'a b': what } }],
  ['a field that no form shows', { type: 'object', properties: { what: { type: 'array', items: what } } }],
  [
    'a secret, which would be sent in the clear',
    { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
  ],
  [
    'a pattern that holds everything up',
    { type: 'object', properties: { what: { type: 'string', pattern: '^(a+)+$' } } },
  ],
  [
    'more fields than a form is good for',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, what])) },
  ],
])('%s is no form', (_what, schema) => {
  expect(argsSchemaOf('backup', offering(schema))).toBeNull()
})

test("the reference agent's arguments are known even if no machine declares them", () => {
  expect(argsSchemaOf('set-interval', [])?.properties).toHaveProperty('seconds')
  expect(argsSchemaOf('constructor', [])).toBeNull()
  // A capability without a schema overrides the built-in one.
  expect(argsSchemaOf('set-interval', [{ name: 'set-interval', danger: 0, idempotent: true, timeoutS: 30 }])).toBeNull()
})
