import { expect, test } from 'vitest'
import { parseConfigSchema } from './schema.ts'
import { faultsOfForm } from './showable.ts'

const faultsOf = (properties: object) =>
  faultsOfForm(parseConfigSchema(JSON.stringify({ type: 'object', properties }))).map(({ path }) => path.join('.'))

const listOfRows = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })

test('a schema that a form can show has no fault', () => {
  const text = { type: 'string' }
  const list = listOfRows({ name: text, on: { type: 'boolean' } })
  expect(faultsOf({ text, count: { type: 'integer' }, many: { type: 'array', items: text }, list })).toEqual([])
})

test.each<[string, object, string[]]>([
  ['an object', { at: { type: 'object', properties: {} } }, ['properties.at']],
  ['a choice of objects', { at: { enum: [{ a: 1 }] } }, ['properties.at']],
  ['no type', { at: {} }, ['properties.at']],
  ['a list of lists', { at: { type: 'array', items: { type: 'array' } } }, ['properties.at.items']],
  [
    'a list of agents',
    { at: { type: 'array', items: { type: 'string', format: 'agent-id' } } },
    ['properties.at.items'],
  ],
  ['a list of anything', { at: { type: 'array' } }, ['properties.at.items']],
  ['a list whose rows have no fields', { at: listOfRows({}) }, ['properties.at.items']],
  [
    'a secret in a row',
    { at: listOfRows({ name: { type: 'string' }, key: { type: 'string', format: 'password' } }) },
    ['properties.at.items.properties.key'],
  ],
])('%s is a fault, reported by its path', (_what, properties, paths) => {
  expect(faultsOf(properties)).toEqual(paths)
})
