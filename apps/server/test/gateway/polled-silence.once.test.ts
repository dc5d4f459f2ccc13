import { closeCode } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import { createPolledConnection, type Exchange } from '#server/gateway/polled-connection.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

const SILENCE_MS = gatewaySettings.pingEveryMs + gatewaySettings.pongMs
const LONG_MS = 2 * SILENCE_MS
const SUPERSEDED = { code: closeCode.superseded, reason: 'newer' }

const advance = stoppedTime()

/** A session of plain requests. It records its frames, its close, and the moment when it is forgotten. */
function createTestSession() {
  const seen: unknown[] = []
  const handlers = { onFrame: (frame: unknown) => void seen.push(frame), onClose: () => void seen.push('closed') }
  const { connection, exchange } = createPolledConnection(gatewaySettings, handlers, () => void seen.push('forgotten'))
  const hangUp = new AbortController()
  const ask = (overrides: Partial<Exchange> = {}) =>
    exchange({ received: 0, frames: [], waitMs: 0, hangUp: hangUp.signal, ...overrides })
  const close = () => connection.close(SUPERSEDED.code, SUPERSEDED.reason)
  return { seen, connection, ask, close, hangUp }
}

test('a session ends only after the silence that follows its last answer', async () => {
  const { seen, ask } = createTestSession()
  const first = ask()
  await advance(0)
  expect(await first).toEqual({ frames: [], closed: null })
  await advance(SILENCE_MS - 1)
  const older = ask({ waitMs: LONG_MS })
  const newer = ask({ waitMs: LONG_MS })
  expect(await older).toEqual({ frames: [], closed: null })
  await advance(LONG_MS)
  expect(await newer).toEqual({ frames: [], closed: null })
  await advance(SILENCE_MS - 1)
  expect(seen).toEqual([])
  await advance(1)
  expect(seen).toEqual(['closed'])
})

test('a closed session is forgotten after the answer that reports its end, or after a silence', async () => {
  const [polled, silent] = [createTestSession(), createTestSession()]
  for (const { close } of [polled, silent]) close()
  expect(await polled.ask()).toEqual({ frames: [], closed: SUPERSEDED })
  expect(polled.seen).toEqual(['closed', 'forgotten'])
  await advance(SILENCE_MS - 1)
  expect(silent.seen).toEqual(['closed'])
  await advance(1)
  expect(silent.seen).toEqual(['closed', 'forgotten'])
})

test('a session that closes after its agent hung up reports its end in the next answer', async () => {
  const { seen, ask, close, hangUp } = createTestSession()
  const lost = ask({ waitMs: LONG_MS })
  await advance(1)
  hangUp.abort()
  close()
  await lost
  expect(seen).toEqual(['closed'])
  expect(await ask({ hangUp: new AbortController().signal })).toEqual({ frames: [], closed: SUPERSEDED })
  expect(seen).toEqual(['closed', 'forgotten'])
})

test('a paused session that closes answers its request, and handles no frame of it', async () => {
  const { seen, connection, ask, close } = createTestSession()
  connection.pause()
  const answer = ask({ frames: ['late'], waitMs: LONG_MS })
  close()
  expect(await answer).toEqual({ frames: [], closed: SUPERSEDED })
  expect(seen).toEqual(['closed', 'forgotten'])
})
