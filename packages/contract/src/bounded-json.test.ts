import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJson, KEYS_MAX, parseJson, UnreadableJson } from './bounded-json.ts'

const objectOf = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('JSON from elsewhere', () => {
  test('is what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        fc.pre(!text.includes('"__proto__"'))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('any text is read or refused by its own error', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '1', 'a', ' '),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, (given) => {
        try {
          parseJson(given)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableJson)
        }
      }),
    )
  })

  test.each([
    ['nested as deep as may be', nested(32)],
    ['with brackets in a string', `"${'['.repeat(100)}"`],
    ['with quotes in a string', `"${'\\"['.repeat(100)}"`],
    ['with a backslash before the closing quote', '["\\\\", [1]]'],
    ['with as many keys as may be, twice', `{"a":${objectOf(KEYS_MAX)},"b":${objectOf(KEYS_MAX)}}`],
    ['a longer list in an object', `{"a":[${'1,'.repeat(KEYS_MAX)}1],"b":1}`],
    ['with as many values as may be', `[${'1,'.repeat(99_998)}1]`],
  ])('%s is read', (_name, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['one level deeper', nested(33), 'is nested more than 32 deep'],
    ['objects one level deeper', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'is nested more than 32 deep'],
    ['one value more', `[${'1,'.repeat(99_999)}1]`, 'has more than 100000 values'],
    ['as many empty lists', `[${'[],'.repeat(60_000)}1]`, 'has more than 100000 values'],
    ['an object with one key more', objectOf(KEYS_MAX + 1), 'has an object with more than 4000 keys'],
    [
      'too large an object inside others',
      `[{"a":[1,${objectOf(KEYS_MAX + 1)}]}]`,
      'has an object with more than 4000 keys',
    ],
    ['cut in a string', '["abc', 'is not JSON'],
    ['cut behind a backslash', '["abc\\', 'is not JSON'],
    ['with a key __proto__', '{"a":{"__proto__":{}}}', 'must not have a key __proto__'],
    ['with such a key in escapes', '{"\\u005f_proto__":1}', 'must not have a key __proto__'],
    ['with constructor.prototype', '[{"constructor":{"prototype":{}}}]', 'must not have a key __proto__'],
    ['with that in escapes', '{"c\\u006fnstructor":{"pr\\u006ftotype":1}}', 'must not have a key __proto__'],
    ['empty', '', 'is not JSON'],
  ])('%s is refused', (_name, text, message) => {
    expect(() => parseJson(text)).toThrow(message)
    expect(() => parseJson(text)).toThrow(UnreadableJson)
  })

  test.each([
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['a constructor that is nothing else', '{"constructor":{"name":"x"}}', { constructor: { name: 'x' } }],
    ['a forbidden word in a text', '["__proto__","constructor"]', ['__proto__', 'constructor']],
  ])('%s is read', (_name, text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  test('a text of its own bounds', () => {
    expect(() => parseJson('[[1]]', { depth: 1, values: 10 })).toThrow('is nested more than 1 deep')
    expect(() => parseJson('[1,2,3]', { depth: 1, values: 3 })).toThrow('has more than 3 values')
  })
})

describe('a value', () => {
  const circle: unknown[] = []
  circle.push(circle)
  // Seventeen lists, each twice in the next, look like 131,072.
  const doubled = Array.from({ length: 17 }).reduce((inner) => [inner, inner], 1)

  test('read from JSON is JSON', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => isJson(value)))
  })

  test.each([
    ['nothing', undefined],
    ['a number that is none', [Number.NaN]],
    ['one without end', { a: JSON.parse('1e999') }],
    ['a function', { a: () => 1 }],
    ['a circle', circle],
    ['one level too deep', JSON.parse(nested(33))],
    ['one shared too often', doubled],
  ])('%s is not', (_name, value) => {
    expect(isJson(value)).toBe(false)
  })
})
