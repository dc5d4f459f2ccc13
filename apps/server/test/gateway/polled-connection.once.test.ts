import { expect, test } from 'vitest'
import { createPolledConnection } from '#server/gateway/polled-connection.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

test('while a session is read no further, few of its requests wait, and one more is told to', async () => {
  const heard: unknown[] = []
  const handlers = { onFrame: (frame: unknown) => void heard.push(frame), onClose: () => {} }
  const { connection, exchange } = createPolledConnection(gatewaySettings, handlers, () => {})
  const ask = (frame: string) =>
    exchange({ received: 0, frames: [frame], waitMs: 0, left: AbortSignal.timeout(60_000) })

  connection.pause()
  const waiting = ['a', 'b', 'c', 'd'].map(ask)
  await expect(ask('e')).rejects.toMatchObject({ kind: 'too_many', details: { retryAfterSeconds: 1 } })
  expect(heard).toEqual([])

  connection.resume()
  await Promise.all(waiting)
  expect(heard).toEqual(['a', 'b', 'c', 'd'])
  await ask('e')
  expect(heard.at(-1)).toBe('e')
  connection.close(1000, 'over')
})
