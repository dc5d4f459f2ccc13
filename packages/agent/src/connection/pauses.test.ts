import { expect, test } from 'vitest'
import { createLog } from '#agent/log.ts'
import type { Disconnect, Transport } from './connection.ts'
import { createPauses } from './pauses.ts'

const log = createLog(() => undefined)

test('a server that always requests an immediate reconnect is contacted less and less often', () => {
  const pauses = createPauses(log, () => 1)
  const after = (requestedMs: number) => {
    pauses.setNext(requestedMs)
    return pauses.pauseAfter('socket', { wasWelcomed: true, code: 4010 })
  }
  expect([after(0), after(0), after(-5), after(100)]).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('the reconnect time that a server requests is used once', () => {
  const pauses = createPauses(log, () => 1)
  pauses.setNext(5_000)
  expect(pauses.pauseAfter('socket', { wasWelcomed: true, code: 4010 })).toBe(5_000)
  expect(pauses.pauseAfter('socket', { wasWelcomed: true, code: 1006 })).toBe(2_000)
})

test.each<[string, Transport, Omit<Disconnect, 'wasWelcomed'>, number]>([
  ['asks for five seconds', 'socket', { status: 503, retryAfterMs: 5_000 }, 6_000],
  ['has another connection of this agent', 'socket', { code: 4002 }, 61_000],
  ['refuses the token at once', 'socket', { status: 401 }, 60_000],
  ['refuses the token later', 'socket', { code: 4001 }, 60_000],
  ['refuses a request', 'requests', { status: 403 }, 60_000],
  ['is behind a proxy that refuses WebSockets', 'socket', { status: 403 }, 1_000],
])('the first pause of an agent whose server %s', (_what, transport, end, ms) => {
  const pauses = createPauses(log, () => 1)
  expect(pauses.pauseAfter(transport, { wasWelcomed: false, ...end })).toBe(ms)
})
