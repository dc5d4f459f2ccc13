// Frames and answers that the agent receives from a hostile server or proxy.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import { afterAll, beforeAll } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createAgent } from '../../../../packages/agent/src/agent.ts'
import { createExchange, ExchangeError } from '../../../../packages/agent/src/connection/exchange.ts'
import { createLog } from '../../../../packages/agent/src/log.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'

const KB = 1024
const MB = 1024 * KB
const TIMEOUT_MS = 15_000
const folder = mkdtempSync(join(tmpdir(), 'atalaya-agent-connections-'))
const token = `at_${'0'.repeat(8)}-${'0000-'.repeat(3)}${'0'.repeat(12)}_${'a'.repeat(43)}`

let http: Server
let body: Buffer = Buffer.alloc(0)
let sockets: WebSocketServer
beforeAll(async () => {
  http = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', etag: '"none"' }).end(body)
  })
  sockets = new WebSocketServer({ server: http, handleProtocols: () => SUBPROTOCOL })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await running?.stop('shutdown')
  http.closeAllConnections()
  http.close()
  rmSync(folder, { recursive: true, force: true })
})
const server = () => new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)

const at = '2026-11-21T10:00:00.000Z'
const welcome = {
  v: 1,
  t: 'welcome',
  d: {
    serverTime: at,
    agent: { agentId: 'one', name: null, tags: [] },
    pingS: 25,
    reportS: 10,
    maxFrame: 262_144,
    resume: 'r',
  },
}
const later = '2099-01-01T00:00:00.000Z'
const order = { execId: 'one', attempt: 1, name: 'ping', args: {}, notAfter: later, timeoutS: 30 }
const frames = [
  welcome,
  { v: 1, t: 'cmd', d: order },
  { v: 1, t: 'cmd', d: { ...order, execId: 'two', name: 'set-interval', args: { seconds: 10 } } },
  { v: 1, t: 'cmd.cancel', d: { execId: 'one' } },
  { v: 1, t: 'cmd.result.ack', d: { execId: 'one' } },
  { v: 1, t: 'data.ack', d: { run: 'run', seq: 1 } },
  { v: 1, t: 'config', d: { reportS: 5 } },
  { v: 1, t: 'drain', d: { reconnectInMs: 10 } },
  { v: 1, t: 'error', d: { message: 'No' } },
]
/** Invalid times for a timer: one that is too long goes off a thousand times a second. */
const withInvalidTimes = [-1, 0, 1e-9, 2 ** 31, 1e300].flatMap((time) => [
  { v: 1, t: 'config', d: { reportS: time } },
  { ...welcome, d: { ...welcome.d, reportS: time, pingS: time } },
  { v: 1, t: 'drain', d: { reconnectInMs: Math.round(time) } },
  { v: 1, t: 'cmd', d: { ...order, execId: `timely-${time}`, timeoutS: Math.round(time) } },
])

let running: ReturnType<typeof createAgent> | undefined
let socket: WebSocket | undefined
let requests = 0
let reports = 0

/** Connection to the running agent. Starts a new agent if the last one has left. */
async function connectAgent(): Promise<WebSocket> {
  if (socket?.readyState === 1) return socket
  await running?.stop('shutdown')
  const connected = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve))
  running = createAgent({
    options: { server: server(), token, agentId: 'one', state: folder, allowFile: join(folder, 'none') },
    version: '1.0.0',
    file: join(folder, 'agent.ts'),
    log: createLog(() => undefined),
    onRevoked: () => undefined,
    restart: () => undefined,
  } as Parameters<typeof createAgent>[0])
  await running.start()
  socket = await connected
  socket.on('error', () => undefined)
  socket.on('message', (message: Buffer) => {
    if (message.includes('"t":"data"')) reports += 1
  })
  await new Promise((resolve) => socket?.once('message', resolve))
  socket.send(JSON.stringify(welcome))
  return socket
}

/** Checks that the agent still works: it answers the cancellation of an unknown command, or closes the connection. */
function checkAgent(connection: WebSocket): Promise<string | null> {
  const execId = `asked-${++requests}`
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const timeout = setTimeout(() => resolve(`says nothing for ${TIMEOUT_MS} ms`), TIMEOUT_MS)
  const onMessage = (message: Buffer) => {
    if (message.includes(execId)) resolve(null)
  }
  const leave = () => resolve(null)
  connection.on('message', onMessage)
  connection.once('close', leave)
  connection.send(JSON.stringify({ v: 1, t: 'cmd.cancel', d: { execId } }))
  return promise.finally(() => {
    clearTimeout(timeout)
    connection.off('message', onMessage)
    connection.off('close', leave)
  })
}

fuzzDoor('frames from the server', {
  seeds: [...frames, ...withInvalidTimes].map((frame) => JSON.stringify(frame)),
  maxBytes: MB,
  moreInputs: jsonWithFaults(...frames),
  async read(input) {
    const connected = await connectAgent()
    const before = reports
    connected.send(input, { binary: false })
    const complaint = await checkAgent(connected)
    return complaint ?? (reports - before > 20 ? `reports ${reports - before} times at once` : null)
  },
})

const answer = { success: true, data: { session: 's', frames, closed: null } }

fuzzDoor('answers to sync', {
  seeds: [
    JSON.stringify(answer),
    JSON.stringify({ data: { session: 's', frames: [], closed: { code: 4004, reason: '' } } }),
  ],
  maxBytes: MB,
  moreInputs: jsonWithFaults(answer),
  async read(input) {
    body = input
    const exchange = createExchange({ server: server(), token })
    const error = await exchange.send({ session: undefined, received: 0, frames: [], waitS: 0 }).then(
      () => null,
      (reason: unknown) => reason,
    )
    return error === null || error instanceof ExchangeError ? null : `fails with ${error}`
  },
})
