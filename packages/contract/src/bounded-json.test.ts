import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isJson, KEYS_MAX, parseJson, UnreadableJson } from './bounded-json.ts'

const objectOf = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('foreign JSON', () => {
  test('is read as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        fc.pre(!text.includes('"__proto__"'))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('any text is read or refused with an UnreadableJson error', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '1', 'a', ' '),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, (json) => {
        try {
          parseJson(json)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableJson)
        }
      }),
    )
  })

  test.each([
    ['nested to the maximum depth', nested(32)],
    ['with brackets in a string', `"${'['.repeat(100)}"`],
    ['with quotes in a string', `"${'\\"['.repeat(100)}"`],
    ['with a backslash before the closing quote', '["\\\\", [1]]'],
    ['with the maximum number of keys, twice', `{"a":${objectOf(KEYS_MAX)},"b":${objectOf(KEYS_MAX)}}`],
    ['a longer list in an object', `{"a":[${'1,'.repeat(KEYS_MAX)}1],"b":1}`],
    ['with the maximum number of values', `[${'1,'.repeat(99_998)}1]`],
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
    ['with __proto__ in escapes', '{"\\u005f_proto__":1}', 'must not have a key __proto__'],
    ['with constructor.prototype', '[{"constructor":{"prototype":{}}}]', 'must not have a key __proto__'],
    [
      'with constructor.prototype in escapes',
      '{"c\\u006fnstructor":{"pr\\u006ftotype":1}}',
      'must not have a key __proto__',
    ],
    ['empty', '', 'is not JSON'],
  ])('%s is refused', (_name, text, message) => {
    expect(() => parseJson(text)).toThrow(message)
    expect(() => parseJson(text)).toThrow(UnreadableJson)
  })

  test.each([
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['a constructor that is nothing else', '{"constructor":{"name":"x"}}', { constructor: { name: 'x' } }],
    ['a forbidden word in a text', '["__proto__","constructor"]', ['__proto__', 'constructor']],
    ['a whole surrogate pair in escapes', '["\\ud83d\\uDE00"]', ['\u{1f600}']],
    ['half a surrogate pair, as U+FFFD', '[{"\\uD83D":"a\\ude00"}]', [{ '\ufffd': 'a\ufffd' }]],
  ])('%s is read', (_name, text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  test('halves of surrogate pairs are replaced at any place, and only an object with one in a key is made anew', () => {
    const made = vi.spyOn(Object, 'fromEntries')
    onTestFinished(() => void made.mockRestore())
    const objects = Array.from({ length: 1000 }, () => '{"a":["\\ud83d",1,null,{"b":"x\\ude00"}]}')
    const keys = ['{"\\ud83d":"\\ud83d"}', '{"c":1,"\\ude00":2}', '{"plain":true}']
    const read = parseJson(`[${[...objects, ...keys].join()}]`) as unknown[]
    expect(read.slice(0, 1000)).toEqual(Array(1000).fill({ a: ['\ufffd', 1, null, { b: 'x\ufffd' }] }))
    expect(read.slice(1000)).toEqual([{ '\ufffd': '\ufffd' }, { c: 1, '\ufffd': 2 }, { plain: true }])
    expect(made).toHaveBeenCalledTimes(2)
  })

  test('the bounds can be set for each text', () => {
    expect(() => parseJson('[[1]]', { depth: 1, values: 10 })).toThrow('is nested more than 1 deep')
    expect(() => parseJson('[1,2,3]', { depth: 1, values: 3 })).toThrow('has more than 3 values')
  })
})

describe('a value', () => {
  const circle: unknown[] = []
  circle.push(circle)
  // Seventeen lists, each twice in the next, look like 131,072.
  const doubled = Array.from({ length: 17 }).reduce((inner) => [inner, inner], 1)

  test('read from JSON counts as JSON', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => isJson(value)))
  })

  test.each([
    ['nothing', undefined],
    ['a NaN', [Number.NaN]],
    ['an infinite number', { a: JSON.parse('1e999') }],
    ['a function', { a: () => 1 }],
    ['a circular object', circle],
    ['one level too deep', JSON.parse(nested(33))],
    ['a value shared too often', doubled],
  ])('%s does not count as JSON', (_name, value) => {
    expect(isJson(value)).toBe(false)
  })
})
