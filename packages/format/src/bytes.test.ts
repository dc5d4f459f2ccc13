import { expect, test } from 'vitest'
import { bytesPerSecondText, bytesText } from './bytes.ts'
import { byteTicks } from './ticks.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [123.4 * 1024 ** 3, '123 GiB'],
  [2 * 1024 ** 6, '2048 PiB'],
])('%d bytes are %s', (value, text) => {
  expect(bytesText(value, {})).toBe(text)
})

test('a small tick has the unit of the largest one', () => {
  expect([0, 256, 512, 1024].map((mebibytes) => byteTicks(1024 ** 3, {})(mebibytes * 1024 ** 2))).toEqual([
    '0 GiB',
    '0.25 GiB',
    '0.5 GiB',
    '1 GiB',
  ])
})

test('a rate is written in bytes per second', () => {
  expect(bytesPerSecondText(2048, {})).toBe('2 KiB/s')
})

test('decimals have the separator of the chosen locale', () => {
  expect(bytesText(1536, { locale: 'de-DE' })).toBe('1,5 KiB')
})
