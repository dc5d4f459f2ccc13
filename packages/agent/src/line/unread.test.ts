import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Ending } from './line.ts'
import { dialSocket } from './socket-line.ts'
import { dialSync } from './sync-line.ts'

const agent = { agentId: 'a1', name: 'box', tags: [] }
const facts = { serverTime: new Date(0).toISOString(), agent, pingS: 25, reportS: 60, maxFrame: 262_144, resume: 'r' }
const welcome = { v: 1, t: 'welcome', d: facts }
const ask = { v: 1, t: 'cmd.cancel', d: { execId: 'e1' } }
const greeting = (): AgentFrame => ({ v: 1, t: 'hello', d: { version: '1', runId: 'r' } as never })
const result = (length: number): AgentFrame => {
  const d = { execId: 'e1', status: 'succeeded' as const, output: 'x'.repeat(length), truncated: false }
  return { v: 1, t: 'cmd.result', d }
}

let server: Server
let ended: PromiseWithResolvers<Ending>
beforeEach(async () => {
  server = createServer()
  ended = Promise.withResolvers()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const address = () => ({ server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), token: 't' })

test('a server that asks and does not read loses the line before it fills the memory', async () => {
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'agent.v1' })
  sockets.on('connection', (socket) => {
    socket.pause()
    socket.send(JSON.stringify(ask))
  })
  const answer = result(1024 * 1024)
  const line = dialSocket(address(), {
    greeting,
    onUnusable: () => undefined,
    onFrame: () => {
      for (let n = 0; n < 100; n++) line.send(answer)
    },
    onEnd: ended.resolve,
  })
  expect(await ended.promise).toMatchObject({ cause: 'the server does not read what it asks for' })
})

test('a server that asks for more than it fetches by requests loses the line, too', async () => {
  let asked = 0
  server.on('request', (request, response) => {
    request.resume()
    const frames = asked++ === 0 ? [welcome] : Array(1000).fill(ask)
    response.end(JSON.stringify({ data: { session: 's', frames, closed: null } }))
  })
  const line = dialSync(address(), {
    greeting,
    onUnusable: () => undefined,
    onFrame: () => {
      for (let n = 0; n < 3; n++) line.send(result(10))
    },
    onEnd: ended.resolve,
  })
  expect(await ended.promise).toMatchObject({ cause: 'the server asks for more than it fetches' })
  expect(asked).toBeLessThan(10)
})
