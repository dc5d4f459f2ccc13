import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  AGENT_WS_PATH,
  type AgentFrame,
  FRAME_MAX_BYTES,
  type ServerFrame,
  SUBPROTOCOL,
  serverFrame,
} from '@atalaya/contract/agent-protocol'
import { agentSync } from '@atalaya/contract/agent-sync'
import { WebSocket, WebSocketServer } from 'ws'
import type { Connect } from '../../apps/server/src/connections/agent-session.ts'
import { createFaults } from '../../apps/server/src/containment/faults.ts'
import { createConnection } from '../../apps/server/src/gateway/connection.ts'
import { createFrameTurns } from '../../apps/server/src/gateway/frame-turns.ts'
import { readFrame } from '../../apps/server/src/gateway/frames.ts'
import { createPolledConnection } from '../../apps/server/src/gateway/polled-connection.ts'
import { gatewaySettings } from '../../apps/server/src/gateway/settings.ts'

const settings = { ...gatewaySettings, pingEveryMs: 1_000, pongMs: 8_000 }
const faults = createFaults((error) => console.error(error))
const turns = createFrameTurns()

/** One conversation of the agent, with its frames in both directions, and functions to disturb it. */
export type Conversation = {
  transport: 'socket' | 'requests'
  sent: AgentFrame[]
  /** Received texts that are no frames of the protocol. */
  unusable: string[]
  received: ServerFrame[]
  /** Pongs, or requests. */
  signsOfLife: number
  isOver: boolean
  /** Sends a frame to the agent in place of the server. */
  send(frame: unknown): void
  close(code: number, reason: string): void
}

type Refusal = { status: number; retryAfterS?: number }
type PolledSession = { id: string; polled: ReturnType<typeof createPolledConnection>; conversation: Conversation }

/** Record of a conversation in which nothing was exchanged yet. */
const newRecord = (): Pick<Conversation, 'sent' | 'unusable' | 'received' | 'signsOfLife' | 'isOver'> => ({
  sent: [],
  unusable: [],
  received: [],
  signsOfLife: 0,
  isOver: false,
})

/** Stands between an agent and a real server. Passes frames on over both transports, or drops and cuts them. */
export async function createRelay(server: string) {
  const conversations: Conversation[] = []
  /** Times at which the agent asked for a conversation, in ms of the monotonic clock. */
  const attempts: { at: number }[] = []
  const sessions = new Map<string, PolledSession>()
  const wss = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX_BYTES, handleProtocols: () => SUBPROTOCOL })
  /** `dropped`: types of the server's frames that are not passed on. */
  const state = { refusal: null as Refusal | null, dropped: new Set<ServerFrame['t']>() }

  /** Counts an attempt, and opens the same conversation with the real server. */
  async function dial({ headers: { authorization = '' } }: IncomingMessage): Promise<WebSocket | Refusal> {
    attempts.push({ at: performance.now() })
    return state.refusal ?? dialServer(server, authorization)
  }

  function bridge(upstream: WebSocket, transport: Conversation['transport'], connect: Connect): Conversation {
    const connection = connect({
      onFrame(value) {
        const read = readFrame(value)
        if ('frame' in read) conversation.sent.push(read.frame)
        else if ('error' in read) conversation.unusable.push(read.error)
        upstream.send(JSON.stringify(value) ?? 'null')
      },
      onClose() {
        conversation.isOver = true
        upstream.close()
      },
    })
    const conversation: Conversation = {
      ...newRecord(),
      transport,
      send: (frame) => connection.send(frame as ServerFrame),
      close: connection.close,
    }
    upstream.on('message', (data) => {
      const frame = serverFrame.parse(JSON.parse(data.toString()))
      if (state.dropped.has(frame.t)) return
      conversation.received.push(frame)
      connection.send(frame)
    })
    upstream.on('close', (code, reason) => connection.close(code === 1006 ? 1001 : code, reason.toString()))
    conversations.push(conversation)
    return conversation
  }

  function openSession(upstream: WebSocket): PolledSession {
    const id = randomUUID()
    let polled: PolledSession['polled'] | undefined
    const conversation = bridge(upstream, 'requests', (handlers) => {
      polled = createPolledConnection(settings, handlers, () => void sessions.delete(id))
      return polled.connection
    })
    if (!polled) throw new Error('no connection')
    const session = { id, polled, conversation }
    sessions.set(id, session)
    return session
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { session, received, frames, waitS } = agentSync.exchange.body.parse(await json(request))
    const dialled = session === undefined ? await dial(request) : null
    if (dialled && !(dialled instanceof WebSocket)) return refuse(response, dialled)
    const current = dialled ? openSession(dialled) : sessions.get(session ?? '')
    if (!current) return refuse(response, { status: 410 })
    current.conversation.signsOfLife++
    const hangUp = new AbortController()
    response.once('close', () => hangUp.abort())
    const answer = await current.polled.exchange({ received, frames, waitMs: waitS * 1000, hangUp: hangUp.signal })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, data: { session: current.id, ...answer } }))
  }

  const http = createServer((request, response) => {
    if (request.url !== agentSync.exchange.path) return refuse(response, { status: 404 })
    exchange(request, response).catch(() => refuse(response, { status: 400 }))
  })
  const sockets = openSocketsOf(http)
  http.on('upgrade', async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => {})
    const dialled = await dial(request)
    if (!(dialled instanceof WebSocket)) return void socket.end(refusalLine(dialled))
    wss.handleUpgrade(request, socket, head, (webSocket) => {
      const conversation = bridge(dialled, 'socket', (handlers) =>
        createConnection(webSocket, { settings, turns, faults }, handlers),
      )
      webSocket.on('pong', () => conversation.signsOfLife++)
    })
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')

  /** Cuts every connection, and forgets it. */
  function cut(): void {
    sessions.clear()
    for (const socket of sockets) socket.destroy()
  }

  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    conversations,
    attempts,
    state,
    cut,
    async close(): Promise<void> {
      cut()
      http.close()
      await once(http, 'close')
    },
  }
}

function openSocketsOf(http: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

async function dialServer(server: string, authorization: string): Promise<WebSocket | Refusal> {
  const url = server.replace(/^http/, 'ws') + AGENT_WS_PATH
  const upstream = new WebSocket(url, [SUBPROTOCOL], { headers: { authorization } })
  upstream.on('error', () => {})
  const refused = once(upstream, 'unexpected-response').then(([, response]) => ({ status: response.statusCode }))
  return Promise.race([once(upstream, 'open').then(() => upstream), refused])
}

function refuse(response: ServerResponse, { status, retryAfterS }: Refusal): void {
  if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS)
  response.writeHead(status).end()
}

function refusalLine({ status, retryAfterS }: Refusal): string {
  const more = retryAfterS === undefined ? '' : `Retry-After: ${retryAfterS}\r\n`
  return `HTTP/1.1 ${status} No\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`
}
