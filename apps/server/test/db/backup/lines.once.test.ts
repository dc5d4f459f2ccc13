import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineTooLong, linesOf } from '#server/db/backup/lines.ts'

async function* piecesOf(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const line of lines) found.push(line)
  return found
}
const read = (text: string, size: number, max = 1000) => collect(linesOf(piecesOf(Buffer.from(text), size), max))

test('lines are read completely from pieces of any size', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '"', ' '), minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
      expect(await read(lines.map((text) => `${text}\n`).join(''), size)).toEqual(lines)
      expect(await read(lines.join('\n'), size)).toEqual(lines)
    }),
  )
})

test('reading an endless line stops at the limit', async () => {
  expect(await read(`${'x'.repeat(10)}\n${'y'.repeat(10)}`, 3, 10)).toEqual(['x'.repeat(10), 'y'.repeat(10)])
  let taken = 0
  async function* endless() {
    while (true) {
      taken++
      yield Buffer.alloc(100, 'x')
    }
  }
  await expect(collect(linesOf(endless(), 1000))).rejects.toThrow(LineTooLong)
  // Ten pieces of 100 bytes reach the limit of 1000, and one exceeds it.
  expect(taken).toBe(11)
})
