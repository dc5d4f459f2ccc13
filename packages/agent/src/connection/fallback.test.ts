import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { closeCode } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createLog } from '#agent/log.ts'
import { createLink } from './link.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const agent = { agentId: 'a1', name: 'box', tags: [] }
const facts = { serverTime: new Date(0).toISOString(), agent, pingS: 25, reportS: 60, maxFrame: 262_144, resume: 'r' }
const welcome = { v: 1, t: 'welcome', d: facts }

/** The server's answer to a WebSocket, and to a request. */
let onSocket: 'welcome' | 'refuse' | 'late' | ((socket: WebSocket) => void)
let onRequest: 'welcome' | 'refuse'
/** Answers the waiting request: another connection has replaced this one. */
let supersede: () => void
/** A WebSocket that waits for its welcome. */
let late: WebSocket | undefined
/** Attempts and events, in order. */
let steps: string[]
let polls: number
let server: Server
let link: ReturnType<typeof createLink>
beforeEach(async () => {
  steps = []
  polls = 0
  late = undefined
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'agent.v1' })
  server = createServer(answer)
  server.on('upgrade', (request, raw, head) => {
    steps.push('socket')
    raw.on('error', () => undefined)
    if (onSocket === 'refuse') return raw.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    sockets.handleUpgrade(request, raw, head, (socket) => {
      if (onSocket === 'late') late = socket
      else socket.send(JSON.stringify(welcome))
      if (typeof onSocket === 'function') onSocket(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await link.stop()
  server.close()
})

/** Answers the first request of a session at once, and the others after the time that they wait. */
const answer: Parameters<typeof createServer>[1] = async (request: IncomingMessage, response) => {
  let text = ''
  for await (const part of request) text += part
  const { session, waitS } = JSON.parse(text)
  const isFirst = session === undefined
  if (isFirst) steps.push('request')
  else polls++
  if (onRequest === 'refuse') return response.writeHead(500).end()
  const reply = (closed: object | null) => {
    if (!response.writableEnded)
      response.end(JSON.stringify({ data: { session: 's', frames: isFirst ? [welcome] : [], closed } }))
  }
  supersede = () => reply({ code: closeCode.superseded, reason: 'another connection' })
  setTimeout(() => reply(null), isFirst ? 0 : waitS * SECOND)
}

const addressOf = (listening: Server) => new URL(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`)

function connect(): void {
  const address = { server: addressOf(server), token: 't' }
  const hello = (): AgentFrame => ({ v: 1, t: 'hello', d: { version: '1', runId: 'r' } as never })
  const handlers = {
    hello,
    onFrame: () => void steps.push('welcome'),
    onDown: () => void steps.push('down'),
    onRevoked: () => void steps.push('revoked'),
  }
  link = createLink(
    address,
    createLog(() => undefined),
    handlers,
    { random: () => 0.5 },
  )
  link.start()
}

const tries = () => steps.filter((step) => step === 'socket' || step === 'request')
/** Lets time pass until `condition` is true, a second at a time. Returns the seconds. */
async function secondsUntil(condition: () => boolean): Promise<number> {
  let seconds = 0
  for (; !condition(); seconds++) {
    // Sockets have real time to answer.
    for (let turn = 0; turn < 20 && !condition(); turn++) await new Promise(setImmediate)
    if (!condition()) await vi.advanceTimersByTimeAsync(SECOND)
  }
  return seconds
}

test('WebSockets and requests take turns while the server answers neither', async () => {
  onSocket = 'refuse'
  onRequest = 'refuse'
  connect()
  await secondsUntil(() => tries().length === 6)
  expect(tries()).toEqual(['socket', 'socket', 'request', 'socket', 'socket', 'request'])
})

test('single failures of WebSockets, between good ones, lead to no requests', async () => {
  onRequest = 'welcome'
  connect()
  for (const count of [1, 3, 5]) {
    onSocket = (socket) => {
      onSocket = 'refuse'
      socket.terminate()
    }
    await secondsUntil(() => tries().length > count)
  }
  expect(tries()).not.toContain('request')
})

test('an agent that makes requests tries a WebSocket less and less often, and changes over once', async () => {
  onSocket = 'refuse'
  onRequest = 'welcome'
  connect()
  await secondsUntil(() => steps.includes('welcome'))
  const pauses: number[] = []
  for (const count of [3, 4, 5])
    pauses.push(await secondsUntil(() => steps.filter((step) => step === 'socket').length === count))
  expect(pauses.map((seconds) => Math.round(seconds / 60))).toEqual([1, 2, 4])
  onSocket = 'welcome'
  steps = []
  await secondsUntil(() => steps.includes('welcome'))
  const before = polls
  for (let seconds = 0; seconds < 40; seconds++) await vi.advanceTimersByTimeAsync(SECOND)
  expect([steps, polls]).toEqual([['socket', 'down', 'welcome'], before])
})

test('the first WebSocket after a good one is tried a minute after the change to requests', async () => {
  onSocket = 'refuse'
  onRequest = 'welcome'
  connect()
  const sockets = () => steps.filter((step) => step === 'socket').length
  await secondsUntil(() => sockets() === 5)
  let good: WebSocket | undefined
  onSocket = (socket) => {
    good = socket
  }
  await secondsUntil(() => good !== undefined && steps.at(-1) === 'welcome')
  onSocket = 'refuse'
  steps = []
  good?.terminate()
  await secondsUntil(() => steps.includes('welcome'))
  const tried = sockets()
  expect(await secondsUntil(() => sockets() > tried)).toBe(MINUTE / SECOND)
})

test('a WebSocket on its way takes over when the server ends the requests for it', async () => {
  onSocket = 'refuse'
  onRequest = 'welcome'
  connect()
  await secondsUntil(() => steps.includes('welcome'))
  onSocket = 'late'
  await secondsUntil(() => late !== undefined)
  steps = []
  supersede()
  await secondsUntil(() => steps.includes('down'))
  late?.send(JSON.stringify(welcome))
  await secondsUntil(() => steps.includes('welcome'))
  for (let seconds = 0; seconds < 40; seconds++) await vi.advanceTimersByTimeAsync(SECOND)
  expect(steps).toEqual(['down', 'welcome'])
})

test('an agent that another one replaced waits for a minute, and a revoked one ends', async () => {
  onSocket = (socket) => socket.close(closeCode.superseded)
  connect()
  await secondsUntil(() => steps.includes('down'))
  expect(await secondsUntil(() => tries().length === 2)).toBeGreaterThanOrEqual(MINUTE / SECOND)
  onSocket = (socket) => socket.close(closeCode.revoked)
  await secondsUntil(() => steps.includes('revoked'))
  expect(vi.getTimerCount()).toBe(0)
})

test.each<[string, typeof onSocket]>([
  ['a WebSocket', (socket) => socket.pause()],
  ['requests', 'refuse'],
])(
  'an agent that stops over %s waits a second for a silent server, and does not reconnect',
  async (_what, newHandler) => {
    onSocket = newHandler
    onRequest = 'welcome'
    connect()
    await secondsUntil(() => steps.includes('welcome'))
    steps = []
    let isOver = false
    const stopped = link.stop().then(() => {
      isOver = true
    })
    expect(await secondsUntil(() => isOver)).toBe(1)
    await stopped
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    // This request arrives after all that the agent had sent.
    onRequest = 'refuse'
    await fetch(addressOf(server), { method: 'POST', body: '{"session":"of the test"}' })
    expect(tries()).toEqual([])
  },
)
