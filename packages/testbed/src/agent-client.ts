import { once } from 'node:events'
import {
  AGENT_WS_PATH,
  type AgentFrame,
  type ServerFrame,
  SUBPROTOCOL,
  serverFrame,
} from '@atalaya/contract/agent-protocol'
import { WebSocket } from 'ws'

type FrameFields = AgentFrame extends infer F ? (F extends AgentFrame ? { t: F['t']; d: unknown } : never) : never

/** Test agent: a real WebSocket whose frames the test sends. */
export type AgentClient = Awaited<ReturnType<typeof connectAgent>>

/** Opens the WebSocket without a hello. Rejects with the HTTP status if the server refuses. */
export async function openSocket(address: string, headers: Record<string, string>, protocols = [SUBPROTOCOL]) {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + AGENT_WS_PATH, protocols, { headers })
  const refused = new Promise<never>((_resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => {
      reject(Object.assign(new Error('refused'), { status: response.statusCode, headers: response.headers }))
      response.destroy()
    })
    socket.once('error', reject)
  })
  refused.catch(() => {})
  const frames: ServerFrame[] = []
  const waiters = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(serverFrame.parse(JSON.parse(data.toString())))
    for (const waiter of waiters) waiter()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  // Marked as handled. Callers that await it still get the rejection.
  closed.catch(() => {})
  await Promise.race([once(socket, 'open'), refused])

  return {
    socket,
    frames,
    /** The close code, once it is closed. */
    closed,
    send: ({ t, d }: FrameFields) => socket.send(JSON.stringify({ v: 1, t, d })),
    /** The next frame of a kind that was not taken yet. */
    async next<T extends ServerFrame['t']>(t: T): Promise<Extract<ServerFrame, { t: T }>> {
      while (true) {
        const found = frames.findIndex((frame) => frame.t === t)
        if (found >= 0) return frames.splice(found, 1)[0] as Extract<ServerFrame, { t: T }>
        const { promise, resolve } = Promise.withResolvers<void>()
        waiters.add(resolve)
        const code = await Promise.race([promise, closed])
        waiters.delete(resolve)
        if (code !== undefined) throw new Error(`closed with ${code} before ${t}`)
      }
    },
    end: () => socket.close(),
    kill: () => socket.terminate(),
  }
}

/** Has the agent report a sample and a record, and waits until both are stored. */
export async function sendSampleAndRecord({ send, next }: Pick<AgentClient, 'send' | 'next'>): Promise<void> {
  const at = new Date().toISOString()
  send({
    t: 'data',
    d: [
      { seq: 1, at, metrics: { cpu: 1 } },
      { seq: 2, at, dataType: 'note', data: 1 },
    ],
  })
  await next('data.ack')
}

/** Connects and sends a hello. The server may close the connection before its welcome. */
export async function greet(address: string, token: string, hello: object = {}) {
  const client = await openSocket(address, { authorization: `Bearer ${token}` })
  client.send({
    t: 'hello',
    d: { version: '0.1.0', runId: 'run-1', hostname: 'box', os: 'linux', arch: 'x64', ...hello },
  })
  return client
}

/** Connects, sends a hello and waits for the welcome. */
export async function connectAgent(address: string, token: string, hello: object = {}) {
  const client = await greet(address, token, hello)
  const welcome = await client.next('welcome')
  return { ...client, welcome: welcome.d }
}
