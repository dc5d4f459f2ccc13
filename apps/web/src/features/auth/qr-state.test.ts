import type { QrStatus } from '@atalaya/contract/qr'
import { expect, test } from 'vitest'
import { countdown, endOf, isFinal, secondsLeft, shownStatus } from './qr-state.ts'

const NOW = Date.parse('2026-05-01T10:00:00.000Z')

test('a code ends at expiresAt, and on a device with a wrong clock after the same time', () => {
  const expiresAt = '2026-05-01T10:02:00.000Z'
  expect(endOf({ expiresAt }, NOW)).toBe(NOW + 120_000)
  expect(endOf({ expiresAt, expiresIn: 120 }, NOW)).toBe(NOW + 120_000)
  const hourAhead = NOW + 3_600_000
  expect(endOf({ expiresAt, expiresIn: 120 }, hourAhead)).toBe(hourAhead + 120_000)
})

test.each([
  [120, '2:00'],
  [119, '1:59'],
  [61, '1:01'],
  [60, '1:00'],
  [59, '0:59'],
  [9, '0:09'],
  [0, '0:00'],
])('a countdown of %i seconds is shown as %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text)
})

test.each([
  [120_000, 120],
  [119_001, 120],
  [1000, 1],
  [1, 1],
  [0, 0],
  [-5000, 0],
])('%i ms before the end there are %i seconds left', (ms, seconds) => {
  expect(secondsLeft(NOW + ms, NOW)).toBe(seconds)
})

test.each<[QrStatus, number, QrStatus]>([
  ['pending', 30, 'pending'],
  ['scanned', 1, 'scanned'],
  ['authenticated', 30, 'authenticated'],
  ['expired', 30, 'expired'],
  ['pending', 0, 'expired'],
  ['scanned', 0, 'expired'],
  ['authenticated', 0, 'authenticated'],
])('%s with %i seconds left shows %s', (polled, seconds, shown) => {
  expect(shownStatus(polled, seconds)).toBe(shown)
})

test('polling continues until the code is used or expired', () => {
  expect((['pending', 'scanned', 'authenticated', 'expired'] as const).filter(isFinal)).toEqual([
    'authenticated',
    'expired',
  ])
})
