import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { hostileText, withFaults } from './hostile.ts'

/** Units that make texts long by repetition: openings, quotes, escapes, entities, ends of lines. */
export const UNITS = [
  ...['"', '\\"', '\\"""', '[', '{"a":', '[{"a":', '0,', ',', '\\', "'", '`', '%', '%41', ';', '=', '/', '../', '-'],
  ...['<', '<a>', '<a b="', '</', '&', '&amp;', '&nope;', '&#0;', '>', '<!--', 'a', ' ', '\t', '\n', '\r\n', '\n\n'],
  ...[
    '\0',
    '\ufeff',
    'é',
    '👩‍👩‍👧',
    '\ud800',
    '1',
    '1e',
    '-1,',
    '.',
    ':',
    ': ',
    '(',
    '*',
    '#',
    '^7',
    'on=',
    'a=',
    ' a="',
  ],
]
const PAIRS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{"extra":[', ']}'],
  ['<a>', '</a>'],
  ['(', ')'],
] as const
/** Not UTF-8: a lone continuation, an overlong slash, half a character, a surrogate, beyond Unicode. */
const BROKEN = ['80', 'c0af', 'e282', 'eda080', 'f4908080', 'ff', 'fffe', '00'].map((hex) => Buffer.from(hex, 'hex'))
const BZIP2_OF_NOTHING = Buffer.from('425a683917724538509000000000', 'hex')

const insert = (seed: Buffer, at: number, what: Buffer) =>
  Buffer.concat([seed.subarray(0, at), what, seed.subarray(at)])

/** A seed with a unit repeated inside, until all of it has about `bytes` bytes. */
function pump(seed: Buffer, at: number, unit: string, bytes: number): Buffer {
  const times = Math.max(1, Math.floor((bytes - seed.length) / Buffer.byteLength(unit)))
  return insert(seed, at, Buffer.from(unit.repeat(times)))
}

function nest(seed: Buffer, [open, close]: readonly [string, string], depth: number): Buffer {
  return Buffer.concat([Buffer.from(open.repeat(depth)), seed, Buffer.from(close.repeat(depth))])
}

const compressed = [gzipSync, deflateSync, brotliCompressSync]

/**
 * Variants of these seeds, up to about `maxBytes` bytes. They are cut, joined, made deep, long and repeated, with wrong
 * bytes and encodings, and compressed. Also random bytes.
 */
export function attacks(seeds: readonly Buffer[], maxBytes: number): fc.Arbitrary<Buffer> {
  const seed = fc.constantFrom(...seeds)
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const spot = fc.tuple(seed, place).map(([bytes, at]) => ({ bytes, at: Math.floor(bytes.length * at) }))
  const sizes = [...[300, 300, 300, 3000, 3000, 30_000].filter((bytes) => bytes < maxBytes), maxBytes, maxBytes + 1]
  const size = fc.constantFrom(...sizes)
  const cut = spot.map(({ bytes, at }) => bytes.subarray(0, at))
  const joined = fc
    .tuple(spot, spot)
    .map(([head, tail]) => Buffer.concat([head.bytes.subarray(0, head.at), tail.bytes.subarray(tail.at)]))
  const wrong = fc.oneof(
    fc.constantFrom(...BROKEN),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    hostileText.map((text) => Buffer.from(text)),
  )
  const damaged = fc.tuple(spot, wrong, fc.boolean()).map(([{ bytes, at }, bad, isOverwritten]) => {
    if (!isOverwritten) return insert(bytes, at, bad)
    return Buffer.concat([bytes.subarray(0, at), bad, bytes.subarray(at + bad.length)])
  })
  const pumped = fc
    .tuple(spot, fc.constantFrom(...UNITS), size)
    .map(([{ bytes, at }, unit, targetBytes]) => pump(bytes, at, unit, targetBytes))
  const deep = fc
    .tuple(seed, fc.constantFrom(...PAIRS), fc.constantFrom(10, 31, 33, 100, 2600, 20_000))
    .map(([bytes, pair, depth]) => nest(bytes, pair, Math.min(depth, Math.floor(maxBytes / pair.join('').length))))
  const encoded = fc
    .tuple(seed, fc.constantFrom('utf16le', 'latin1', 'base64', 'hex') as fc.Arbitrary<BufferEncoding>)
    .map(([bytes, encoding]) =>
      encoding === 'utf16le' ? Buffer.from(bytes.toString('utf8'), encoding) : Buffer.from(bytes.toString(encoding)),
    )
  const bombs = compressed.map((compress) => compress(Buffer.alloc(maxBytes)))
  const packed = fc.oneof(
    fc.tuple(seed, fc.constantFrom(...compressed)).map(([bytes, compress]) => compress(bytes)),
    fc.constantFrom(BZIP2_OF_NOTHING, ...bombs),
  )
  return fc.oneof(
    { weight: 2, arbitrary: seed },
    { weight: 4, arbitrary: cut },
    { weight: 4, arbitrary: joined },
    { weight: 10, arbitrary: damaged },
    { weight: 4, arbitrary: pumped },
    { weight: 2, arbitrary: deep },
    { weight: 1, arbitrary: encoded },
    { weight: 1, arbitrary: packed },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )
}

/** JSON of these values with one or two faults, as bytes. */
export const jsonWithFaults = (...values: unknown[]): fc.Arbitrary<Buffer> =>
  withFaults(fc.constantFrom(...values)).map((value) => Buffer.from(JSON.stringify(value) ?? 'null'))
