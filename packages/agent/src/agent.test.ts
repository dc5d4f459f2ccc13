import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentFrame, CommandResult } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createAgent } from './agent.ts'
import { createLog } from './log.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

let folder: string
let server: WebSocketServer
let current: WebSocket
let received: AgentFrame[]
/** Server's clock minus this machine's, in ms. */
let serverAheadMs: number
let restarts: number
let agent: ReturnType<typeof createAgent>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-agent-'))
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'agent.v1' })
  received = []
  serverAheadMs = 0
  restarts = 0
  server.on('connection', (socket) => {
    current = socket
    socket.on('message', (data) => receive(JSON.parse(data.toString())))
  })
  await once(server, 'listening')
})
afterEach(async () => {
  await agent.stop('shutdown')
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (t: string, d: object) => current.send(JSON.stringify({ v: 1, t, d }))

function receive(frame: AgentFrame): void {
  received.push(frame)
  if (frame.t === 'data') for (const { run, seq } of itemsIn(frame)) say('data.ack', { run, seq })
  if (frame.t !== 'hello') return
  const owner = { agentId: 'a1', name: 'box', tags: [] }
  const serverTime = new Date(Date.now() + serverAheadMs).toISOString()
  const resume = `resume ${hellos().length}`
  say('welcome', { serverTime, agent: owner, pingS: 25, reportS: 0.05, maxFrame: 262_144, resume })
}

type SentItem = { run: string; seq: number; at: string }
const itemsIn = (frame: AgentFrame) => (frame.t === 'data' ? (frame.d as unknown as SentItem[]) : [])
const items = () => received.flatMap(itemsIn)
const hellos = () => received.flatMap((frame) => (frame.t === 'hello' ? [frame.d] : []))

function start(): Promise<void> {
  const { port } = server.address() as AddressInfo
  const file = path.join(folder, 'agent.mjs')
  const options = {
    server: new URL(`http://127.0.0.1:${port}`),
    token: 't',
    agentId: 'a1',
    state: path.join(folder, 'state'),
    allowFile: path.join(folder, 'allow.json'),
    update: null,
    isService: false,
  }
  const log = createLog(() => undefined)
  const restart = () => void restarts++
  agent = createAgent({ options, version: '1', file, log, onRevoked: expect.unreachable, restart })
  return agent.start()
}

/** Result of a command that may begin until `notAfter`. */
async function run(
  name: string,
  args: object = {},
  notAfter = Date.now() + serverAheadMs + MINUTE,
): Promise<CommandResult> {
  const execId = randomUUID()
  say('cmd', { execId, attempt: 1, name, args, notAfter: new Date(notAfter).toISOString(), timeoutS: 30 })
  const result = () =>
    received.flatMap((frame) => (frame.t === 'cmd.result' && frame.d.execId === execId ? [frame.d] : []))
  await expect.poll(result).toHaveLength(1)
  return result()[0] as CommandResult
}
const everyS = async () => JSON.parse((await run('diagnose')).output ?? '').clock.everyS as number

/** Hours, rounded, from this machine's time to a time of the agent. `+ 0` makes 0 of -0. */
const hoursTo = (at: string | null | undefined) => Math.round((Date.parse(at ?? '') - Date.now()) / HOUR) + 0

test.each([3, -3])('on a server whose clock is %i h ahead, measurements and commands have its time', async (hours) => {
  serverAheadMs = hours * HOUR
  await start()
  await expect.poll(items).not.toEqual([])
  expect(items().map(({ at }) => hoursTo(at))).toEqual(items().map(() => hours))
  const present = Date.now() + serverAheadMs
  expect(await run('ping', {}, present - MINUTE)).toMatchObject({ status: 'rejected', reason: 'It came too late' })
  const { status, startedAt, endedAt } = await run('ping', {}, present + MINUTE)
  expect([status, hoursTo(startedAt), hoursTo(endedAt)]).toEqual(['succeeded', hours, hours])
})

test("a server's clock that is right again, or wrong by seconds only, changes no times", async () => {
  serverAheadMs = 3 * HOUR
  await start()
  await expect.poll(items).not.toEqual([])
  serverAheadMs = 4_000
  current.close()
  await expect.poll(() => hellos().length).toBe(2)
  const before = items().length
  await expect.poll(() => items().length).toBeGreaterThan(before + 5)
  expect(Date.parse(items().at(-1)?.at ?? '')).toBeLessThanOrEqual(Date.now())
})

test('the next connection sends the resume token of the last one, and the same run', async () => {
  await start()
  await expect.poll(() => hellos().length).toBe(1)
  current.close()
  await expect.poll(() => hellos().length).toBe(2)
  const [first, second] = hellos()
  expect([first?.resume, second?.resume]).toEqual([null, 'resume 1'])
  expect(second?.runId).toBe(first?.runId)
})

test("the agent measures at the server's pace, also a changed one, until a command chooses another", async () => {
  await start()
  await expect.poll(() => items().length).toBeGreaterThan(2)
  expect(await everyS()).toBe(0.05)
  say('config', { reportS: 40 })
  expect(await everyS()).toBe(40)
  await run('set-interval', { seconds: 50 })
  say('config', { reportS: 40 })
  expect(await everyS()).toBe(50)
})

test('each connection tells of a journal that cannot be read; once it can, its commands are settled', async () => {
  const [journal, aside] = [path.join(folder, 'state', 'commands.jsonl'), path.join(folder, 'aside')]
  // A folder in its place: even root cannot read one as a file.
  mkdirSync(journal, { recursive: true })
  const order = {
    execId: 'one',
    attempt: 1,
    name: 'restart',
    args: {},
    notAfter: new Date().toISOString(),
    timeoutS: 1,
  }
  writeFileSync(aside, `${JSON.stringify({ id: 'one', state: 'begun', at: Date.now(), run: 'earlier', order })}\n`)
  await start()
  const states = () => received.flatMap((frame) => (frame.t === 'state' ? [frame.d.status] : []))
  const results = () => received.flatMap((frame) => (frame.t === 'cmd.result' ? [frame.d] : []))
  await expect.poll(() => hellos().length).toBe(1)
  await expect.poll(states).toEqual(['degraded'])
  current.close()
  await expect.poll(states).toEqual(['degraded', 'degraded'])
  rmSync(journal, { recursive: true })
  renameSync(aside, journal)
  await expect.poll(states).toEqual(['degraded', 'degraded', 'online'])
  current.close()
  await expect.poll(results).toMatchObject([{ execId: 'one', status: 'unknown' }])
})

/** Leaves the files as an update does. Returns functions that read the running program, and if it is on trial. */
function leaveUpdate() {
  mkdirSync(path.join(folder, 'state'), { recursive: true })
  const [mark, file] = [path.join(folder, 'state', 'update.json'), path.join(folder, 'agent.mjs')]
  writeFileSync(mark, '')
  writeFileSync(file, 'new')
  writeFileSync(`${file}.previous`, 'old')
  return { isOnTrial: () => existsSync(mark), program: () => readFileSync(file, 'utf8') }
}

test('a new version that has reached the server is on trial no longer, and stays', async () => {
  const { isOnTrial, program } = leaveUpdate()
  await start()
  await expect.poll(isOnTrial).toBe(false)
  expect([program(), restarts]).toEqual(['new', 0])
})

test('a new version that has not reached the server within a minute gives way to the old one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  server.removeAllListeners('connection')
  const { isOnTrial, program } = leaveUpdate()
  await start()
  await vi.advanceTimersByTimeAsync(MINUTE - 1)
  expect([program(), isOnTrial()]).toEqual(['new', true])
  await vi.advanceTimersByTimeAsync(1)
  expect([program(), isOnTrial()]).toEqual(['old', false])
  await expect.poll(() => restarts, { interval: 0 }).toBe(1)
})
