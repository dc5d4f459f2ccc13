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

test('an early answer is used once', () => {
  expect(takeEarlyRead('/auth/me', 'mine')).toBe(answer)
  expect(takeEarlyRead('/auth/me', 'mine')).toBeUndefined()
})

test.each([
  ['another address', '/api/v1/stats', 'mine'],
  ['another session', '/auth/me', 'yours'],
  ['no session', '/auth/me', undefined],
])('no early answer is used for %s', (_what, address, token) => {
  expect(takeEarlyRead(address, token)).toBeUndefined()
})

test.each([
  ['is used for ten seconds', 10_000, true],
  ['is not used after ten seconds', 10_001, false],
])('an early answer %s', (_sentence, now, isUsed) => {
  vi.spyOn(performance, 'now').mockReturnValue(now)
  expect(takeEarlyRead('/auth/me', 'mine') !== undefined).toBe(isUsed)
})
