import { expect, test } from 'vitest'
import { clockTime, differenceText } from './times.ts'

const at = Date.parse('2026-11-25T22:40:09Z')

test.each([
  [{ locale: 'en-GB', zone: 'UTC' }, true, ['22:40', ':09', '', false]],
  [{ locale: 'en-GB', zone: 'UTC' }, false, ['22:40', '', '', false]],
  [{ locale: 'en-US', zone: 'UTC' }, true, ['10:40', ':09', 'PM', false]],
  [{ locale: 'en-US', zone: 'UTC', hours: 24 as const }, false, ['22:40', '', '', false]],
  [{ locale: 'ko-KR', zone: 'UTC' }, false, ['10:40', '', '오후', true]],
  [{ locale: 'da-DK', zone: 'UTC' }, true, ['22.40', '.09', '', false]],
])('the time of day is split into its parts, in the format %o', (formats, withSeconds, expected) => {
  expect(Object.values(clockTime(at, formats, withSeconds))).toEqual(expected)
})

test.each([
  ['Europe/Madrid', 'Asia/Tokyo', 'Tomorrow, +8 h'],
  ['Europe/Madrid', 'Asia/Kolkata', 'Tomorrow, +4 h 30 min'],
  ['Europe/Madrid', 'America/New_York', '−6 h'],
  ['Asia/Tokyo', 'Europe/Madrid', 'Yesterday, −8 h'],
  ['Europe/Madrid', 'Europe/Paris', 'Same time'],
])('from %s, clocks in %s differ by "%s"', (from, zone, expected) => {
  expect(differenceText(at, zone, from)).toBe(expected)
})

test('clocks that are two days apart have the difference alone', () => {
  const late = Date.parse('2026-11-25T10:30:00Z')
  expect(differenceText(late, 'Pacific/Kiritimati', 'Pacific/Pago_Pago')).toBe('+1 d 1 h')
  expect(differenceText(late, 'Pacific/Pago_Pago', 'Pacific/Kiritimati')).toBe('−1 d 1 h')
})
