import { expect, test } from 'vitest'
import { startOfDay } from '#web/features/audit/audit-search.ts'

test.each([
  ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('%s in Madrid begins at %s and ends at %s', (day, begin, end) => {
  expect(startOfDay(day, 'Europe/Madrid')).toBe(begin)
  expect(startOfDay(day, 'Europe/Madrid', { plusDays: 1 })).toBe(end)
})

test.each([undefined, '', 'today', '2026-13-01', '2026-1-1'])('%o is no day', (day) => {
  expect(startOfDay(day, 'Europe/Madrid')).toBeUndefined()
})
