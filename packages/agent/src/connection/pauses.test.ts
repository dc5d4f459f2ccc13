import { expect, test } from 'vitest'
import { createLog } from '#agent/log.ts'
import { createPauses } from './pauses.ts'

const log = createLog(() => undefined)

test('a server that always requests an immediate reconnect is contacted less and less often', () => {
  const pauses = createPauses(log, () => 1)
  const after = (askedMs: number) => {
    pauses.next(askedMs)
    return pauses.after('socket', { wasWelcomed: true, code: 4010 })
  }
  expect([after(0), after(0), after(-5), after(100)]).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('the reconnect time that a server requests is used once', () => {
  const pauses = createPauses(log, () => 1)
  pauses.next(5_000)
  expect(pauses.after('socket', { wasWelcomed: true, code: 4010 })).toBe(5_000)
  expect(pauses.after('socket', { wasWelcomed: true, code: 1006 })).toBe(2_000)
})
