import { expect, onTestFinished, test } from 'vitest'
import { createPolledConnection } from '#server/gateway/polled-connection.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { countTurns } from '#test/support/turn-counter.ts'

/** Maximum of frames that one turn handles: each may have hundreds of samples. */
const OF_ONE_TURN_MAX = 8

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

test('the frames of a request are handled in several turns, in order, and none while the session is paused', async () => {
  const turns = countTurns()
  onTestFinished(turns.stop)
  const received: number[] = []
  const turnsOfFrames: number[] = []
  const onFrame = (frame: unknown) => {
    received.push(frame as number)
    turnsOfFrames.push(turns.turn)
    // As while a hello is stored.
    if (frame === 10) connection.pause()
  }
  const { connection, exchange } = createPolledConnection(gatewaySettings, { onFrame, onClose: () => {} }, () => {})
  const all = Array.from({ length: 64 }, (_, n) => n)
  const ask = (frames: number[]) => exchange({ received: 0, frames, waitMs: 0, hangUp: AbortSignal.timeout(60_000) })
  const both = [ask(all.slice(0, 40)), ask(all.slice(40))]
  await expect.poll(() => received.length).toBe(11)
  connection.resume()
  await Promise.all(both)
  expect(received).toEqual(all)
  const ofOneTurn = [...Map.groupBy(turnsOfFrames, (turn) => turn).values()].map((ofTurn) => ofTurn.length)
  expect(Math.max(...ofOneTurn)).toBeLessThanOrEqual(OF_ONE_TURN_MAX)
  connection.close(1000, 'over')
})
