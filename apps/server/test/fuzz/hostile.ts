import fc from 'fast-check'

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202egnp.exe',
  '\ufdfa'.repeat(40),
  '👩‍👩‍👧‍👦',
  'İıſ',
  '٣',
  'é\u0301'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  "'; drop table users; --",
  '%',
  '_%\\',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%zz',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '2147483648',
  '0001-01-01',
  '9999-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(65),
  'a'.repeat(5000),
  'http://[::1',
  'file:///etc/passwd',
]
const LONG = 300_000

/** Texts that often cause faults in programs, and random ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...texts) },
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('a', '\0', '"', '\\', '[', 'ﷺ').map((mark) => mark.repeat(LONG)) },
)

export const hostileNumber: fc.Arbitrary<number> = fc.constantFrom(
  ...[-1, 0, -0, 1, 0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21],
  ...[1e308, -1e308, 5e-324, 8.64e15, 8.65e15],
)

const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  depth === 0 ? 1 : wrap(nest(depth - 1, wrap))

/** A value of the wrong kind, most of the time. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 5, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 2, arbitrary: fc.jsonValue() },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(5, 20, 30, 40), fc.boolean())
      .map(([depth, isList]) => nest(depth, (inner) => (isList ? [inner] : { a: inner }))),
  },
  { weight: 1, arbitrary: hostileText.map((key) => ({ [key]: key, hasOwnProperty: 1, length: -1 })) },
  { weight: 1, arbitrary: fc.constantFrom(1_001, 60_000).map((length) => Array.from({ length }, () => 0)) },
)

type Change = { at: number; how: 'set' | 'drop' | 'add'; value: unknown; key: string }
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('set', 'set', 'set', 'drop', 'add'),
  value: hostileValue,
  key: hostileText,
})

type Spot = { parent: Record<string, unknown>; key: string }
function spotsOf(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...spotsOf(parent[key])])
}

function apply(whole: unknown, { at, how, value: wrong, key }: Change): unknown {
  const value = structuredClone(wrong)
  const root = { whole: structuredClone(whole) }
  const spots = spotsOf(root)
  const spot = spots[at % spots.length]
  if (!spot) return value
  if (how === 'drop') delete spot.parent[spot.key]
  // Adds at the end: a large number as the key would make the list that long.
  else if (how === 'add' && Array.isArray(spot.parent)) spot.parent.push(value)
  else if (how === 'add') Object.defineProperty(spot.parent, key, { value, enumerable: true, configurable: true })
  else spot.parent[spot.key] = value
  return root.whole
}

/** Values of `valid` with one or two faults. */
export const withFaults = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid, fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => changes.reduce(apply, value))
