import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type State = { s: string; a: Record<string, unknown> }

/**
 * Stands in for a Home Assistant that can't be installed here: its WebSocket API, as
 * https://developers.home-assistant.io/docs/api/websocket has it. `mute` leaves pings without an answer.
 */
export async function startStandIn({ token = 'long-lived', path = '' } = {}) {
  const server = createServer((_request, response) => response.end('<h1>Home Assistant</h1>'))
  const sockets = new WebSocketServer({ server, path: `${path}/api/websocket` })
  const states = new Map<string, State>()
  const subscriptions: { socket: WebSocket; id: number }[] = []
  const received: Record<string, unknown>[] = []
  let isMute = false
  const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message))
  const event = (message: object) => {
    for (const { socket, id } of subscriptions) send(socket, { id, type: 'event', event: message })
  }

  const listStates = () =>
    [...states].map(([entity_id, { s: state, a: attributes }]) => ({ entity_id, state, attributes }))

  function subscribe(socket: WebSocket, id: number, ids: string[]): void {
    send(socket, { id, type: 'result', success: true, result: null })
    subscriptions.push({ socket, id })
    const added = Object.fromEntries([...states].filter(([entity]) => ids.includes(entity)))
    send(socket, { id, type: 'event', event: { a: added } })
  }

  function answer(socket: WebSocket, { type, ...message }: Record<string, unknown>): void {
    const id = Number(message.id)
    if (type === 'ping') {
      if (!isMute) send(socket, { id, type: 'pong' })
    } else if (type === 'get_states') send(socket, { id, type: 'result', success: true, result: listStates() })
    else if (type === 'subscribe_entities') subscribe(socket, id, message.entity_ids as string[])
    else send(socket, { id, type: 'result', success: false, error: { code: 'unknown_command' } })
  }

  sockets.on('connection', (socket) => {
    let isSignedIn = false
    send(socket, { type: 'auth_required', ha_version: '2026.11.0' })
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>
      received.push(message)
      if (isSignedIn) return answer(socket, message)
      isSignedIn = message.type === 'auth' && message.access_token === token
      send(
        socket,
        isSignedIn ? { type: 'auth_ok', ha_version: '2026.11.0' } : { type: 'auth_invalid', message: 'Invalid' },
      )
      if (!isSignedIn) socket.close()
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    /** Number of open connections. */
    connections: () => sockets.clients.size,
    set: (entity: string, s: string, a: Record<string, unknown> = {}) => void states.set(entity, { s, a }),
    change: (entity: string, to: Partial<State>) => event({ c: { [entity]: { '+': to } } }),
    remove: (entity: string) => event({ r: [entity] }),
    /** Sends a text or an event to all subscribers. */
    event,
    text: (frame: string) => {
      for (const { socket } of subscriptions) socket.send(frame)
    },
    mute: () => {
      isMute = true
    },
    /** Ends all connections, as a restart does. */
    drop: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
    async stop(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
