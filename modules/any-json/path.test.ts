import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL, parsePath, type Step, writePath } from './path.ts'

test.each([
  ['data.items[].name', ['data', 'items', ALL, 'name']],
  ['[0].price', [0, 'price']],
  ['[]', [ALL]],
  ['.', []],
  ['rates["a.b"].x', ['rates', 'a.b', 'x']],
  ['["say \\"hi\\""]', ['say "hi"']],
  ['two words.ñ', ['two words', 'ñ']],
])('the path %s is read', (text, steps) => expect(parsePath(text)).toEqual(steps))

test.each([
  '',
  '.a',
  'a.',
  'a..b',
  'a[',
  'a]',
  'a[-1]',
  'a[x]',
  '[0]name',
  'a["b]',
  'a"b',
  `a${'.b'.repeat(101)}`,
  '[]'.repeat(41),
])('%s is no path', (text) => expect(parsePath(text)).toBeNull())

const step: fc.Arbitrary<Step> = fc.oneof(fc.string({ maxLength: 12 }), fc.nat({ max: 999_999_999 }), fc.constant(ALL))

test('a written path is read as the same steps again, for any keys', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const text = writePath(steps)
      fc.pre(text.length <= 200)
      expect(parsePath(text)).toEqual(steps)
    }),
  )
})

test('any text is read as a path or refused, and a path keeps its meaning when it is written', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'a.[]"\\0 '), maxLength: 40 }),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const steps = parsePath(typed)
      if (steps)
        expect(parsePath(writePath(steps)) ?? 'too long').toEqual(writePath(steps).length > 200 ? 'too long' : steps)
    }),
  )
})
