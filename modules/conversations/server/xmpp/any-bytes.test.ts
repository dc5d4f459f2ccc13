import { StringDecoder } from 'node:string_decoder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReader, STREAM_NS } from './reader.ts'

const STREAM = `<stream:stream xmlns='jabber:client' xmlns:stream='${STREAM_NS}'>`
/** Parts of XML, and of faulty XML. */
const pieces = [
  ...['<a>', '</a>', '<b/>', '<', '>', '/', '=', '"', "'", ' ', '&', ';', '&amp;', '&nope;', '&#0;', '&#x1F4A9;', '\0'],
  ...['<!--', ']]>', '<?x?>', '<!DOCTYPE x>', '<![CDATA[', '<a b="', '<a b=\'1\' c="2">', 'xmlns', ':', 'é', '\ufffd'],
  ...[STREAM, '</stream:stream>', '<message>', '</message>', '__proto__', 'constructor="x"'],
]
const streams = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => Buffer.from(STREAM + parts.join(''))),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
)

/** All events of the reader for these bytes, cut at these places. */
function read(bytes: Buffer, cuts: readonly number[]): string[] {
  const events: string[] = []
  const onElement = (element: { toString(): string }) => void events.push(element.toString())
  const reader = createReader({ onElement, onEnd: () => events.push('end'), onFault: (fault) => events.push(fault) })
  const decoder = new StringDecoder('utf8')
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [n, place] of places.slice(1).entries()) reader.write(decoder.write(bytes.subarray(places[n], place)))
  return events
}

test('any bytes give the same result wherever they are cut, without an exception', () => {
  fc.assert(
    fc.property(streams, fc.array(fc.nat(), { maxLength: 20 }), (bytes, cuts) => {
      expect(read(bytes, cuts)).toEqual(read(bytes, []))
    }),
    { numRuns: 5_000, seed: 20261121 },
  )
})

/** Processor time of this thread, the minimum of five tries, in µs: the machine may be busy with other things. */
function cost(work: () => void): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    work()
    return process.threadCpuUsage(before).user
  })
  return Math.min(...tries)
}

const SIZE = 60_000
/** Shorter times say nothing of growth. */
const FLOOR_US = 3_000
const ROUNDS = 5
test.each([
  ['texts', (size: number) => `<a>${'x'.repeat(size)}</a>`],
  ['entities', (size: number) => `<a>${'&amp;'.repeat(size / 5)}</a>`],
  ['ampersands without an end', (size: number) => `<a>${'&'.repeat(size)}</a>`],
  ['stanzas', (size: number) => '<a/>'.repeat(size / 4)],
  ['tags with spaces', (size: number) => `<a${' '.repeat(1000)}b='1'${' '.repeat(1000)}/>`.repeat(size / 2000)],
  ['invalid tags', (size: number) => `<a>${'x'.repeat(size)}<a b=c d=e ${'f '.repeat(8000)}>`],
])('four times the input is at most eight times the work: %s', (_name, make) => {
  const [few, many] = [SIZE, SIZE * 4].map((size) => Buffer.from(STREAM + make(size)))
  const cuts = Array.from({ length: 200 }, (_, n) => n * 997)
  const growth = () =>
    cost(() => many && read(many, cuts)) /
    Math.max(
      cost(() => few && read(few, cuts)),
      FLOOR_US,
    )
  // Quadratic growth is far beyond the bound in every round. One round alone can be held up by the machine.
  let minimum = growth()
  for (let round = 1; round < ROUNDS && minimum >= 8; round += 1) minimum = Math.min(minimum, growth())
  expect(minimum).toBeLessThan(8)
})
