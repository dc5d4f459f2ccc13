import { expect, test } from 'vitest'
import { createPolledConnection } from '#server/gateway/polled-connection.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

test('a paused session holds four waiting requests and refuses a fifth', async () => {
  const received: unknown[] = []
  const handlers = { onFrame: (frame: unknown) => void received.push(frame), onClose: () => {} }
  const { connection, exchange } = createPolledConnection(gatewaySettings, handlers, () => {})
  const ask = (frame: string) =>
    exchange({ received: 0, frames: [frame], waitMs: 0, hangUp: AbortSignal.timeout(60_000) })

  connection.pause()
  const waiting = ['a', 'b', 'c', 'd'].map(ask)
  await expect(ask('e')).rejects.toMatchObject({ kind: 'too_many', details: { retryAfterSeconds: 1 } })
  expect(received).toEqual([])

  connection.resume()
  await Promise.all(waiting)
  expect(received).toEqual(['a', 'b', 'c', 'd'])
  await ask('e')
  expect(received.at(-1)).toBe('e')
  connection.close(1000, 'over')
})

test('a session that is paused for two reasons goes on after both', async () => {
  const received: unknown[] = []
  const handlers = { onFrame: (frame: unknown) => void received.push(frame), onClose: () => {} }
  const { connection, exchange } = createPolledConnection(gatewaySettings, handlers, () => {})
  connection.pause()
  connection.pause()
  const pending = exchange({ received: 0, frames: ['a'], waitMs: 0, hangUp: AbortSignal.timeout(60_000) })
  connection.resume()
  await new Promise((resolve) => setImmediate(resolve))
  expect(received).toEqual([])
  connection.resume()
  await pending
  expect(received).toEqual(['a'])
  connection.close(1000, 'over')
})
