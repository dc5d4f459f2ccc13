import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Disconnect } from './connection.ts'
import { dialSocket } from './socket-connection.ts'
import { dialSync } from './sync-connection.ts'

const agent = { agentId: 'a1', name: 'box', tags: [] }
const welcomeData = {
  serverTime: new Date(0).toISOString(),
  agent,
  pingS: 25,
  reportS: 60,
  maxFrame: 262_144,
  resume: 'r',
}
const welcome = { v: 1, t: 'welcome', d: welcomeData }
const cancel = { v: 1, t: 'cmd.cancel', d: { execId: 'e1' } }
const hello = (): AgentFrame => ({ v: 1, t: 'hello', d: { version: '1', runId: 'r' } as never })
const result = (length: number): AgentFrame => {
  const d = { execId: 'e1', status: 'succeeded' as const, output: 'x'.repeat(length), truncated: false }
  return { v: 1, t: 'cmd.result', d }
}

let server: Server
let disconnect: PromiseWithResolvers<Disconnect>
beforeEach(async () => {
  server = createServer()
  disconnect = Promise.withResolvers()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const address = () => ({ server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), token: 't' })

test('a server that reads no results is disconnected before the results fill the memory', async () => {
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'agent.v1' })
  sockets.on('connection', (socket) => {
    socket.pause()
    socket.send(JSON.stringify(cancel))
  })
  const answer = result(1024 * 1024)
  const connection = dialSocket(address(), {
    hello,
    onInvalidFrame: () => undefined,
    onFrame: () => {
      for (let n = 0; n < 100; n++) connection.send(answer)
    },
    onEnd: disconnect.resolve,
  })
  expect(await disconnect.promise).toMatchObject({ cause: 'the server does not read the results' })
})

test('a server that fetches results too slowly over HTTP is disconnected', async () => {
  let requests = 0
  server.on('request', (request, response) => {
    request.resume()
    const frames = requests++ === 0 ? [welcome] : Array(1000).fill(cancel)
    response.end(JSON.stringify({ data: { session: 's', frames, closed: null } }))
  })
  const connection = dialSync(address(), {
    hello,
    onInvalidFrame: () => undefined,
    onFrame: () => {
      for (let n = 0; n < 3; n++) connection.send(result(10))
    },
    onEnd: disconnect.resolve,
  })
  expect(await disconnect.promise).toMatchObject({ cause: 'the server fetches the results too slowly' })
  expect(requests).toBeLessThan(10)
})
