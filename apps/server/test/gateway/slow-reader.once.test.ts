import { EventEmitter } from 'node:events'
import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createFaults } from '#server/containment/faults.ts'
import { createConnection } from '#server/gateway/connection.ts'
import { createFrameTurns } from '#server/gateway/frame-turns.ts'
import { createPolledConnection } from '#server/gateway/polled-connection.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

const frame = (n: number): ServerFrame => ({
  v: 1,
  t: 'cmd.result.ack',
  d: { execId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` },
})
const FRAME_BYTES = JSON.stringify(frame(0)).length
const ignoringHandlers = { onFrame: () => {}, onClose: () => {} }

/** A socket whose other side reads on command of a test. */
class StandInSocket extends EventEmitter {
  bufferedAmount = 0
  readonly sent: string[] = []
  readonly unread: (() => void)[] = []
  closedWith: number | undefined
  isPaused = false
  send(text: string, done: () => void) {
    this.sent.push(text)
    this.unread.push(done)
  }
  close(code: number) {
    this.closedWith = code
  }
  terminate() {}
  ping() {}
  pause() {
    this.isPaused = true
  }
  resume() {
    this.isPaused = false
  }
}

function createSlowConnection() {
  const socket = new StandInSocket()
  const needs = {
    settings: { ...gatewaySettings, sendQueueFrames: 3 },
    turns: createFrameTurns(),
    faults: createFaults(() => {}),
  }
  const connection = createConnection(socket as unknown as WebSocket, needs, ignoringHandlers)
  onTestFinished(() => connection.close(closeCode.goingAway, 'over'))
  return { socket, connection }
}

describe('an agent that reads slowly', () => {
  test('may have unread frames up to a limit, and is disconnected at one more', () => {
    const { socket, connection } = createSlowConnection()
    for (const n of [1, 2, 3]) connection.send(frame(n))
    expect([socket.sent.length, socket.closedWith]).toEqual([3, undefined])
    socket.unread.shift()?.()
    connection.send(frame(4))
    expect([socket.sent.length, socket.closedWith]).toEqual([4, undefined])
    connection.send(frame(5))
    expect([socket.sent.length, socket.closedWith]).toEqual([4, closeCode.tooSlow])
  })

  test('may have unread bytes up to a limit, and is disconnected at one more', () => {
    const { socket, connection } = createSlowConnection()
    socket.bufferedAmount = gatewaySettings.sendQueueBytes
    connection.send(frame(1))
    expect([socket.sent.length, socket.closedWith]).toEqual([1, undefined])
    socket.bufferedAmount += 1
    connection.send(frame(2))
    expect([socket.sent.length, socket.closedWith]).toEqual([1, closeCode.tooSlow])
  })
})

describe('an agent that fetches slowly', () => {
  const createPolledSession = (bounds: object) =>
    createPolledConnection({ ...gatewaySettings, ...bounds }, ignoringHandlers, () => {})
  const fetchFrames = ({ exchange }: ReturnType<typeof createPolledSession>, received: number) =>
    exchange({ received, frames: [], waitMs: 0, hangUp: new AbortController().signal })

  test.each([
    ['frames', { sendQueueFrames: 3 }],
    ['bytes', { sendQueueBytes: 3 * FRAME_BYTES }],
  ])('may have waiting %s up to a limit, and its session is closed beyond it', async (_what, bounds) => {
    const session = createPolledSession(bounds)
    for (const n of [1, 2, 3]) session.connection.send(frame(n))
    expect(await fetchFrames(session, 0)).toEqual({ frames: [1, 2, 3].map(frame), closed: null })
    // The first frame has arrived, so there is room for one more.
    expect(await fetchFrames(session, 1)).toEqual({ frames: [2, 3].map(frame), closed: null })
    session.connection.send(frame(4))
    expect(await fetchFrames(session, 1)).toEqual({ frames: [2, 3, 4].map(frame), closed: null })
    session.connection.send(frame(5))
    const last = await fetchFrames(session, 1)
    expect(last.frames).toEqual([2, 3, 4].map(frame))
    expect(last.closed?.code).toBe(closeCode.tooSlow)
  })
})

test('a socket that is paused for two reasons is read again after both', () => {
  const { socket, connection } = createSlowConnection()
  connection.pause()
  connection.pause()
  connection.resume()
  expect(socket.isPaused).toBe(true)
  connection.resume()
  expect(socket.isPaused).toBe(false)
})
