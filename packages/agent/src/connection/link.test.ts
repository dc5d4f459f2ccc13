import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createLog } from '#agent/log.ts'
import { createLink } from './link.ts'

const SECOND = 1000
const agent = { agentId: 'a1', name: 'box', tags: [] }
const facts = { serverTime: new Date(0).toISOString(), agent, pingS: 25, reportS: 60, maxFrame: 262_144, resume: 'r' }
const welcome = JSON.stringify({ v: 1, t: 'welcome', d: facts })

test('a server that keeps welcoming and disconnecting is contacted less and less often', async ({ signal }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'agent.v1' })
  onTestFinished(() => server.close())
  server.on('connection', (socket) => {
    socket.send(welcome)
    socket.close(1011)
  })
  await once(server, 'listening')
  const lines: string[] = []
  const pauses = () => lines.flatMap((line) => /next try in (\d+) s/.exec(line)?.[1] ?? []).map(Number)
  const address = { server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), token: 't' }
  const hello = (): AgentFrame => ({ v: 1, t: 'hello', d: { version: '1', runId: 'r' } as never })
  const handlers = { hello, onFrame: () => {}, onDown: () => {}, onRevoked: () => {} }
  const log = createLog((line) => lines.push(line))
  const link = createLink(address, log, handlers, { random: () => 1 })
  link.start()
  for (let count = 1; count <= 6; count++) {
    while (pauses().length < count) {
      signal.throwIfAborted()
      await new Promise(setImmediate)
    }
    if (count < 6) await vi.advanceTimersByTimeAsync((pauses().at(-1) ?? 0) * SECOND)
  }
  await link.stop()
  expect(pauses()).toEqual([1, 2, 4, 8, 16, 32])
})
