import { describe, expect, test } from 'vitest'
import { isMaintenanceTime } from '#server/alerts/silencing.ts'

describe('the times of maintenance', () => {
  const night = { days: [0], from: '02:30', forS: 3600, zone: 'Europe/Berlin' }
  test.each([
    ['exclude the second before the beginning', '2026-03-22T01:29:59Z', false],
    ['include the beginning', '2026-03-22T01:30:00Z', true],
    ['include the last second', '2026-03-22T02:29:59Z', true],
    ['exclude the end', '2026-03-22T02:30:00Z', false],
    ['exclude another day', '2026-03-23T01:45:00Z', false],
    // The clock jumps from 02:00 to 03:00. Maintenance begins at 03:30 CEST (01:30Z), where 02:30 CET would be.
    ['begin at the missing 02:30', '2026-03-29T01:30:00Z', true],
    ['end an hour after the missing 02:30', '2026-03-29T02:31:00Z', false],
    // The clock goes back from 03:00 to 02:00. Maintenance begins at the first 02:30, which is CEST (00:30Z).
    ['begin at the first of two times 02:30', '2026-10-25T00:45:00Z', true],
    ['end before the second 02:30', '2026-10-25T01:45:00Z', false],
  ])('%s', (_what, at, isIn) => {
    expect(isMaintenanceTime(night, Date.parse(at))).toBe(isIn)
  })

  test('continue past midnight', () => {
    const window = { days: [6], from: '23:00', forS: 4 * 3600, zone: 'UTC' }
    expect(isMaintenanceTime(window, Date.parse('2026-03-22T02:59:00Z'))).toBe(true)
    expect(isMaintenanceTime(window, Date.parse('2026-03-23T02:59:00Z'))).toBe(false)
  })

  // Answers are cached until the window ends or begins. The next tests guard the cache: its validity and its key.
  test('exclude an earlier instant after a clock that ran ahead is put back', () => {
    const window = { days: [3], from: '02:00', forS: 3600, zone: 'UTC' }
    expect(isMaintenanceTime(window, Date.parse('2026-03-25T02:10:00Z'))).toBe(true)
    expect(isMaintenanceTime(window, Date.parse('2026-03-24T12:00:00Z'))).toBe(false)
  })

  test('differ between windows of the same beginning and different durations', () => {
    const short = { days: [0], from: '02:00', forS: 1800, zone: 'UTC' }
    const long = { ...short, forS: 4 * 3600 }
    const areIn = (at: string) => [short, long].map((window) => isMaintenanceTime(window, Date.parse(at)))
    expect(areIn('2026-03-22T02:10:00Z')).toEqual([true, true])
    expect(areIn('2026-03-22T03:00:00Z')).toEqual([false, true])
    expect(areIn('2026-03-22T06:00:00Z')).toEqual([false, false])
  })

  test.each([
    ['days', { days: [1] }],
    ['zones', { zone: 'Asia/Tokyo' }],
  ])('differ between windows of the same hours in different %s', (_what, other) => {
    const first = { days: [0], from: '02:00', forS: 1800, zone: 'UTC' }
    const at = Date.parse('2026-03-22T02:10:00Z')
    expect([first, { ...first, ...other }].map((window) => isMaintenanceTime(window, at))).toEqual([true, false])
  })
})
