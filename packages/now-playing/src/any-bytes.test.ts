import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { SourceError } from '@atalaya/module-sdk/server'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMpdClient, MpdRefusal } from './mpd-client.ts'

const pieces = [
  ...['OK\n', 'OK MPD 0.23.5\n', 'ACK [5@0] {} no\n', 'title: x\n', 'size: 9\n', 'binary: 4\n', 'binary: -1\n', '\n'],
  ...[
    'binary: 1e9\n',
    'binary: 0\n',
    'binary: 99999999\n',
    ': \n',
    'x: y: z\r\n',
    'no colon\n',
    '__proto__: x\n',
    'abcd\n',
  ],
]
const answers = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
)

/** Answers to three questions, if the other end sends these bytes, cut at these places, and closes. */
async function read(bytes: Buffer, cuts: readonly number[]): Promise<unknown[]> {
  const socket = Object.assign(new EventEmitter(), { write: () => true, destroy: () => undefined })
  const client = createMpdClient(socket as unknown as Socket)
  const requests = [client.greeting(), client.command('status'), client.command('currentsong')]
  const settled = Promise.allSettled(requests)
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [n, place] of places.slice(1).entries()) socket.emit('data', bytes.subarray(places[n], place))
  socket.emit('close')
  return (await settled).map((result) => {
    if (result.status === 'fulfilled') return [[...result.value.fields], result.value.binary?.toString('hex')]
    expect(result.reason instanceof SourceError || result.reason instanceof MpdRefusal).toBe(true)
    return result.reason.message
  })
}

test('any bytes give the same result, wherever they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.array(fc.nat(), { maxLength: 20 }), async (bytes, cuts) => {
      expect(await read(bytes, cuts)).toEqual(await read(bytes, []))
    }),
    { numRuns: 5_000, seed: 20261121 },
  )
})

test.each([
  ['a line without end', 'x'.repeat(20_000)],
  ['more lines than the maximum', 'OK MPD 0.23\n'.concat('a: b\n'.repeat(2_000))],
  ['lines that are long', 'OK MPD 0.23\n'.concat(`a: ${'x'.repeat(10_000)}\n`.repeat(20))],
  ['a part longer than the maximum', 'OK MPD 0.23\nbinary: 999999\n'],
  ['a part of no length', 'OK MPD 0.23\nbinary: NaN\n'],
  ['a part of negative length', 'OK MPD 0.23\nbinary: -5\n'],
])('%s does not count as MPD', async (_name, text) => {
  expect(await read(Buffer.from(text), [])).toContain('This is not an MPD server')
})

test('a picture that arrives byte by byte is concatenated only once', async () => {
  const part = Buffer.concat([
    Buffer.from('OK MPD 0.23\nbinary: 131072\n'),
    Buffer.alloc(131_072, 7),
    Buffer.from('\nOK\n'),
  ])
  const cuts = Array.from({ length: part.length }, (_, n) => n)
  const concat = vi.spyOn(Buffer, 'concat')
  onTestFinished(() => concat.mockRestore())
  expect(await read(part, cuts)).toHaveLength(3)
  const copied = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0)
  expect(copied).toBeLessThanOrEqual(part.length)
})
