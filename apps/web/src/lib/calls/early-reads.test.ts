import { beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyRead } from '#web/lib/calls/early-reads.ts'

const answer = Promise.resolve(new Response('{}'))

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  window.earlyReads = { token: 'mine', reads: { '/auth/me': answer } }
  return () => {
    window.earlyReads = undefined
    vi.restoreAllMocks()
  }
})

test('an early answer is handed out once', () => {
  expect(takeEarlyRead('/auth/me', 'mine')).toBe(answer)
  expect(takeEarlyRead('/auth/me', 'mine')).toBeUndefined()
})

test.each([
  ['another address', '/api/v1/stats', 'mine'],
  ['another session', '/auth/me', 'yours'],
  ['no session', '/auth/me', undefined],
])('no early answer is handed out for %s', (_what, address, token) => {
  expect(takeEarlyRead(address, token)).toBeUndefined()
})

test.each([
  ['is good for ten seconds', 10_000, true],
  ['is too old from then on', 10_001, false],
])('an answer %s', (_sentence, now, isGood) => {
  vi.spyOn(performance, 'now').mockReturnValue(now)
  expect(takeEarlyRead('/auth/me', 'mine') !== undefined).toBe(isGood)
})
