import { describe, expect, test } from 'vitest'
import { readRetryAfter, waitAfter } from '#server/net/back-off.ts'

const MINUTE_MS = 60_000

describe('the wait after failures in a row', () => {
  test.each([
    [1, 10_000, 0, 5_000],
    [2, 10_000, 0, 10_000],
    [4, 10_000, 0, 40_000],
    [9, 10_000, 0, MINUTE_MS],
    [9, 10 * MINUTE_MS, 0, 10 * MINUTE_MS],
    [1, 10_000, 30_000, 30_000],
    [1, 10_000, 48 * 60 * MINUTE_MS, 60 * MINUTE_MS],
    [2000, 10_000, 0, MINUTE_MS],
  ])('%i failures, interval %i ms, Retry-After %i ms: wait of %i ms', (failures, intervalMs, retryAfterMs, wait) => {
    expect(waitAfter(failures, intervalMs, retryAfterMs, () => 0)).toBe(wait)
    expect(waitAfter(failures, intervalMs, retryAfterMs, () => 1)).toBe(wait * 1.25)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  test.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', undefined],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('%s means a wait of %s ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })
})
