import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisOf } from './axis.ts'
import { bytesText, byteTicks } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [123.4 * 1024 ** 3, '123 GiB'],
  [2 * 1024 ** 6, '2048 PiB'],
])('%d bytes are %s', (value, text) => {
  expect(bytesText(value)).toBe(text)
})

test('a small tick keeps the unit of the greatest', () => {
  expect([0, 256, 512, 1024].map((mebibytes) => byteTicks(1024 ** 3)(mebibytes * 1024 ** 2))).toEqual([
    '0 GiB',
    '0.25 GiB',
    '0.5 GiB',
    '1 GiB',
  ])
})

test('the ticks of an axis share one unit, and no two are written alike', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (most) => {
      const { ticks, high } = axisOf({ least: 0, most }, { base: 1024 })
      const texts = ticks.map(byteTicks(high))
      expect(new Set(texts.map((text) => text.split(' ')[1])).size).toBe(1)
      expect(new Set(texts).size).toBe(texts.length)
    }),
  )
})
