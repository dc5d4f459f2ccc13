import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { pickAll } from './pick.ts'
import { findSampleValues, sampleValuesOf } from './sample.ts'

const answer = {
  name: 'nas',
  up: true,
  none: null,
  'a.b': 1,
  items: [{ n: 1, tags: ['x', 'y'] }, { n: null, tags: [] }, { tags: ['z'] }],
  empty: [],
}
const at = (path: string) => pickAll(answer, [path])[0]

describe('the value at a path', () => {
  test.each([
    ['name', 'nas'],
    ['up', true],
    ['none', null],
    ['["a.b"]', 1],
    ['items[0].n', 1],
    ['items[0].tags[1]', 'y'],
  ])('%s: %s', (path, value) => expect(at(path)).toEqual({ path, kind: 'one', value }))

  test.each([
    ['items[].n', [1, null, null]],
    ['items[].tags[]', ['x', 'y', 'z']],
    ['empty[]', []],
  ])('is a column, with null in rows without the value: %s', (path, values) =>
    expect(at(path)).toEqual({ path, kind: 'column', values }),
  )

  test.each([
    ['gone', 'absent'],
    ['name.length', 'absent'],
    ['items.length', 'absent'],
    ['items[3]', 'absent'],
    ['items[].gone', 'absent'],
    ['name[]', 'absent'],
    ['toString', 'absent'],
    ['none.x', 'absent'],
    ['items', 'nested'],
    ['items[]', 'nested'],
    ['a..b', 'path'],
  ])('is missing with a reason: %s, %s', (path, fault) => expect(at(path)).toEqual({ path, kind: 'fault', fault }))
})

test('a result has at most 100 rows of 300 characters, and stays small enough to be sent', () => {
  const rows = Array.from({ length: 500 }, () => ({ text: 'é\u0001'.repeat(500) }))
  const [picked] = pickAll(
    rows.map((_, index) => index),
    ['[]'],
  )
  expect(picked?.kind === 'column' && picked.values).toHaveLength(100)
  expect(pickAll(rows[0], ['text'])).toMatchObject([{ value: `${'é\u0001'.repeat(150).slice(0, 299)}…` }])
  const many = pickAll(rows, Array(12).fill('[].text'))
  expect(JSON.stringify(many).length).toBeLessThan(64_000)
  expect(many[0]).toMatchObject({ kind: 'column' })
  expect(pickAll({ n: Number('1e999') }, ['n'])).toMatchObject([{ value: null }])
})

test('the path of a suggestion finds the same value, for any answer', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      // Only what JSON can carry, as in an answer of another server.
      const sample: unknown = JSON.parse(JSON.stringify(value))
      const places = sampleValuesOf(sample)
      for (const { path } of places) expect(pickAll(sample, [path])[0]).not.toMatchObject({ fault: 'path' })
      for (const place of places.filter(({ path }) => !path.includes('[]'))) {
        expect(pickAll(sample, [place.path])).toEqual([{ path: place.path, kind: 'one', value: place.value }])
      }
    }),
  )
})

test('places are found by name and value, at most 300, and an empty text or a dot finds all', () => {
  const places = sampleValuesOf(answer)
  expect(findSampleValues(places, 'nas')).toEqual([{ value: 'name', label: '“nas”', place: ['name'] }])
  expect(findSampleValues(places, 'TAGS').map(({ value }) => value)).toEqual([
    ...['items[].tags[]', 'items[].tags[0]', 'items[0].tags[]', 'items[0].tags[0]'],
  ])
  for (const typed of ['', '.']) expect(findSampleValues(places, typed)).toHaveLength(places.length)
  const wide = sampleValuesOf(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, index])))
  expect(wide).toHaveLength(1000)
  expect(findSampleValues(wide, 'k')).toHaveLength(300)
})

test('a key too long for a path is not followed, so that a thousand paths do not repeat it', () => {
  const texts = vi.spyOn(RegExp.prototype, 'test')
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, index]))
  const places = sampleValuesOf({ ['k'.repeat(10_000)]: fields, near: 1, ['e'.repeat(200)]: [2] })
  const read = texts.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  texts.mockRestore()
  expect(places.map(({ path }) => path)).toEqual(['near'])
  expect(read).toBeLessThan(1000)
})

test('places are listed in the order of the answer, each branch together', () => {
  const places = sampleValuesOf({ a: { deep: { low: 1 }, near: 2 }, list: [{ name: 'x' }], last: 3 })
  expect(findSampleValues(places, '').map(({ place }) => place?.join(' › '))).toEqual([
    'a › deep › low',
    'a › near',
    'list › All elements › name',
    'list › First element › name',
    'last',
  ])
})

test('a text is cut to three hundred characters', () => {
  const [picked] = pickAll({ n: 'x'.repeat(301) }, ['n'])
  expect(picked).toMatchObject({ value: `${'x'.repeat(299)}…` })
  expect(pickAll({ n: 'x'.repeat(300) }, ['n'])[0]).toMatchObject({ value: 'x'.repeat(300) })
})
