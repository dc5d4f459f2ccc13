import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { closeCode } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Disconnect } from './connection.ts'
import { dialSocket } from './socket-connection.ts'
import { dialSync } from './sync-connection.ts'

const SECOND = 1000

const agent = { agentId: 'a1', name: 'box', tags: [] }
const facts = { serverTime: new Date(0).toISOString(), agent, pingS: 25, reportS: 60, maxFrame: 262_144, resume: 'r' }
const welcome = { v: 1, t: 'welcome', d: facts }

let ends: Disconnect[]
beforeEach(() => {
  ends = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

const handlers = {
  hello: (): AgentFrame => ({ v: 1, t: 'hello', d: { version: '1', runId: 'r' } as never }),
  onFrame: () => undefined,
  onInvalidFrame: () => undefined,
  onEnd: (end: Disconnect) => void ends.push(end),
}
async function addressOf(server: NetServer) {
  if (!server.listening) await once(server, 'listening')
  return { server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), token: 't' }
}

/** A WebSocket of an agent, and the server's end of it. */
async function open(isWelcomed: boolean) {
  const http = createServer().listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ server: http, handleProtocols: () => 'agent.v1' })
  onTestFinished(() => void http.close())
  const opened = once(sockets, 'connection') as Promise<[WebSocket]>
  const connection = dialSocket(await addressOf(http), handlers)
  onTestFinished(() => connection.drop())
  const [socket] = await opened
  if (isWelcomed) socket.send(JSON.stringify(welcome))
  await once(socket, 'message')
  socket.ping()
  await once(socket, 'pong')
  return socket
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

test.each([
  [60, 'is silent after its welcome', true],
  [15, 'never welcomes the agent', false],
])('a connection ends after %i s if the server %s; pings keep it open', async (seconds, _what, isWelcomed) => {
  const socket = await open(isWelcomed)
  for (const _ of [1, 2]) {
    await pass(seconds - 1)
    socket.ping()
    await once(socket, 'pong')
  }
  const closed = once(socket, 'close')
  await pass(seconds)
  await closed
  await expect.poll(() => ends, { interval: 0 }).toMatchObject([{ wasWelcomed: isWelcomed }])
})

/** A server of requests: `later` answers those after the first, which brings the welcome. */
async function serve(later: (waitS: number) => { status: number; data?: object }) {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { session, waitS } = JSON.parse(text)
    const first = { status: 200, data: { session: 's', frames: [welcome], closed: null } }
    const { status, data } = session === undefined ? first : later(waitS)
    response.writeHead(status).end(data && JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const connection = dialSync(await addressOf(server), handlers)
  onTestFinished(() => connection.drop())
}

test('an agent whose proxy cuts waiting requests waits half as long each time, down to five seconds', async () => {
  const waits: number[] = []
  await serve((waitS) => {
    waits.push(waitS)
    return { status: 504 }
  })
  await expect.poll(() => ends, { interval: 0 }).toEqual([{ wasWelcomed: true, status: 504 }])
  expect(waits).toEqual([25, 12, 6, 5])
})

test('an agent that makes requests gets the reason why the server ended its session', async () => {
  const closed = { code: closeCode.revoked, reason: 'gone' }
  await serve(() => ({ status: 200, data: { session: 's', frames: [], closed } }))
  await expect
    .poll(() => ends, { interval: 0 })
    .toEqual([{ wasWelcomed: true, code: closeCode.revoked, cause: 'gone' }])
})
