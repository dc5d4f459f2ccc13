import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const token = `at_11111111-2222-3333-4444-555555555555_${'x'.repeat(43)}`

const frame = (t: string, d: object) => JSON.stringify({ v: 1, t, d })
const welcome = (more: object = {}) => {
  const agent = { agentId: 'a1', name: 'box', tags: [] }
  const d = {
    serverTime: new Date().toISOString(),
    agent,
    pingS: 25,
    reportS: 60,
    maxFrame: 262_144,
    resume: 'r',
    ...more,
  }
  return frame('welcome', d)
}
const order = (execId: string, more: object = {}) => {
  const notAfter = new Date(Date.now() + 60_000).toISOString()
  return frame('cmd', { execId, attempt: 1, name: 'ping', args: {}, notAfter, timeoutS: 30, ...more })
}

let folder: string
let server: Server
let sockets: WebSocketServer
let agent: ChildProcess
let output: string
let received: AgentFrame[]
let current: WebSocket | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-hostile-'))
  server = createServer()
  sockets = new WebSocketServer({ server, handleProtocols: () => 'agent.v1' })
  received = []
  sockets.on('connection', (socket) => {
    current = socket
    socket.on('message', (data) => received.push(JSON.parse(data.toString())))
    socket.on('error', () => undefined)
    socket.send(welcome())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = ['--server', `http://127.0.0.1:${port}`, '--token', token, '--state', folder]
  agent = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: {} })
  output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  agent.stdout?.on('data', collect)
  agent.stderr?.on('data', collect)
  await expect.poll(() => output).toContain('Connected to')
})
afterEach(async () => {
  agent.kill('SIGKILL')
  sockets.close()
  for (const socket of sockets.clients) socket.terminate()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Expects the same process to carry out a command. */
async function expectAlive(): Promise<void> {
  const execId = randomUUID()
  const result = () =>
    received.flatMap((answer) => (answer.t === 'cmd.result' && answer.d.execId === execId ? [answer.d] : [])).at(-1)
  // After a reconnect, the order may have gone to the connection before.
  await expect
    .poll(() => {
      current?.send(order(execId))
      return agent.exitCode ?? agent.signalCode ?? result()
    })
    .toMatchObject({ status: 'succeeded', output: 'pong' })
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test('no message of a server ends the agent', async () => {
  const bad: (string | Buffer)[] = [
    '',
    'no JSON',
    'null',
    '[]',
    deep(100_000),
    `{"v":1,"t":"cmd","d":{"execId":"e","attempt":1,"name":"ping","args":{"a":${deep(60_000)}}}}`,
    `[${'0,'.repeat(100_000)}0]`,
    '{"__proto__":{"t":"cmd"},"v":1}',
    Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
    frame('cmd', {}),
    frame('future', { any: 'thing' }),
    frame('data.ack', { run: 'x', seq: -1 }),
    frame('error', { message: `${'x'.repeat(100_000)}\u001b[2J\n` }),
    welcome({ resume: 'x'.repeat(60_000) }),
    welcome({ reportS: 0 }),
    frame('config', { reportS: -1 }),
    frame('config', { reportS: 1e300 }),
    frame('cmd.cancel', { execId: randomUUID() }),
    frame('cmd.result.ack', { execId: randomUUID() }),
    order('e1', { timeoutS: Number.MAX_SAFE_INTEGER }),
    order('e2', { name: '__proto__' }),
    order('e3', { name: 'set-interval', args: { seconds: { toString: 1 } } }),
    order('e4', { name: 'x'.repeat(50_000) }),
  ]
  for (const text of bad) current?.send(text)
  await expectAlive()
  const statusesOf = (id: string) =>
    received.flatMap((answer) => (answer.t === 'cmd.result' && answer.d.execId === id ? [answer.d.status] : []))
  expect([statusesOf('e1'), statusesOf('e2'), statusesOf('e3'), statusesOf('e4')]).toEqual([
    ['succeeded'],
    ['rejected'],
    ['rejected'],
    ['rejected'],
  ])
  // One warning stands for all bad frames. No line of the log is long, or moves a terminal's cursor.
  expect(output.match(/sent an unusable frame/g)).toHaveLength(1)
  expect(Math.max(...output.split('\n').map((text) => text.length))).toBeLessThan(1100)
  expect(output).not.toContain('\u001b')
})

test('only the first welcome of a connection counts', async () => {
  for (let n = 0; n < 200; n++) current?.send(welcome())
  await expectAlive()
  expect(output.match(/Connected to/g)).toHaveLength(1)
})

test('frames of any shape do not affect the frames after them', async () => {
  const types = ['welcome', 'data.ack', 'cmd', 'cmd.cancel', 'cmd.result.ack', 'config', 'error']
  const key = fc.constantFrom(
    'execId',
    'name',
    'args',
    'reportS',
    'resume',
    'run',
    'seq',
    'notAfter',
    'agent',
    'timeoutS',
  )
  const anything = fc.record({ v: fc.constant(1), t: fc.constantFrom(...types), d: fc.dictionary(key, fc.jsonValue()) })
  for (const message of fc.sample(anything, 2000)) current?.send(JSON.stringify(message))
  const cut = welcome()
  for (let at = 0; at < cut.length; at++) current?.send(cut.slice(0, at))
  await expectAlive()
})

test('a frame that is too large ends only the connection', async () => {
  current?.send('x'.repeat(256 * 1024 + 1))
  await expect.poll(() => output.match(/Connected to/g), { timeout: 20_000 }).toHaveLength(2)
  await expectAlive()
})

test('the agent reconnects after any requested delay, within ten minutes', async () => {
  current?.send(frame('drain', { reconnectInMs: -1_000_000 }))
  current?.close()
  await expect.poll(() => output.match(/Connected to/g)).toHaveLength(2)
  current?.send(frame('drain', { reconnectInMs: Number.MAX_SAFE_INTEGER }))
  current?.close()
  await expect.poll(() => output).toContain('next try in 600 s')
})
