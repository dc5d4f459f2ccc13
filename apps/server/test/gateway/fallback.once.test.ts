import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import { agents } from '@atalaya/contract/agents'
import { type AgentProcess, startAgent } from '@atalaya/testbed/agent-process'
import { type BytesHandler, createTcpProxy, isUpgrade, type Piped, type TcpProxy } from '@atalaya/testbed/tcp-proxy'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld } from '#test/support/command-world.ts'
import { createLink } from '../../../../packages/agent/src/connection/link.ts'
import { createLog } from '../../../../packages/agent/src/log.ts'

const TIMEOUT_OPTIONS = { timeout: 20_000 }

let it: CommandWorld
let proxy: TcpProxy
let agent: { id: string; token: string }
let running: AgentProcess[]
let links: ReturnType<typeof createTestLink>[]
beforeAll(async () => {
  it = await createCommandWorld()
})
afterAll(() => it.close())
beforeEach(async () => {
  proxy = await createTcpProxy(it.address)
  agent = await it.register()
  running = []
  links = []
})
afterEach(async () => {
  for (const agentProcess of running) agentProcess.signal('SIGKILL')
  await Promise.all([...running.map((agentProcess) => agentProcess.exited), ...links.map((link) => link.stop())])
  await proxy.close()
})

const status = async () =>
  (await it.call(agents.get, { params: { id: agent.id } }, it.ada)).body.data.agent.status as string
const countSamples = async () =>
  (await it.call(agents.records, { params: { id: agent.id } }, it.ada)).body.data.pagination.total as number
const answerWith = (line: string) => (piped: Piped) => piped.answer(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`)

/** Obstacles of networks for WebSockets. Everything else gets through. */
const obstacles: Record<string, (piped: Piped) => void> = {
  'refuses WebSockets (403)': answerWith('403 Forbidden'),
  'cannot forward WebSockets (502)': answerWith('502 Bad Gateway'),
  'treats WebSockets as plain requests': answerWith('200 OK'),
  'cuts WebSocket connections': (piped) => piped.cut(),
}
const blockWebSockets =
  (obstacle: (piped: Piped) => void): BytesHandler =>
  (chunk, way, piped) => {
    if (way === 'up' && isUpgrade(chunk)) obstacle(piped)
    else piped.pass(chunk, way)
  }

/** Connection of the reference agent without the rest of the agent. */
function createTestLink(probeMs: number) {
  const received: ServerFrame[] = []
  const log = createLog(() => {})
  const handlers = {
    hello: (): AgentFrame => ({
      v: 1,
      t: 'hello',
      d: { version: '1', runId: 'run', os: '', arch: '', hostname: '', capabilities: [], journal: { known: [] } },
    }),
    onFrame: (frame: ServerFrame) => void received.push(frame),
    onDown: () => {},
    onRevoked: () => {},
  }
  const link = createLink({ server: new URL(proxy.address), token: agent.token }, log, handlers, {
    firstProbeDelayMs: probeMs,
    random: () => 0.01,
  })
  link.start()
  const welcomes = () => received.filter(({ t }) => t === 'welcome').length
  return { ...link, received, welcomes, logText: () => log.lines().join('\n') }
}
function connect(probeMs: number) {
  const link = createTestLink(probeMs)
  links.push(link)
  return link
}
const HOUR_MS = 3_600_000

describe('an agent behind a proxy without WebSockets', () => {
  test.each(Object.entries(obstacles))('falls back to HTTP requests if the proxy %s', async (_what, obstacle) => {
    proxy.setFault(blockWebSockets(obstacle))
    const link = connect(HOUR_MS)
    await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(1)
    expect(await status()).toBe('online')
    expect(link.logText()).toContain('talking by requests')
  })

  test('sends data, runs commands, and is offline after it stops', async () => {
    proxy.setFault(blockWebSockets((piped) => piped.cut()))
    const agentProcess = startAgent(proxy.address, agent.token, it.folder)
    running.push(agentProcess)
    await expect.poll(countSamples, TIMEOUT_OPTIONS).toBeGreaterThan(0)
    const sent = [await it.sendOne(agent.id, 'ping'), await it.sendOne(agent.id, 'restart')]
    for (const id of sent) await expect.poll(() => it.status(id), TIMEOUT_OPTIONS).toBe('succeeded')
    expect(agentProcess.output()).toContain('talking by requests')
    agentProcess.signal('SIGTERM')
    expect(await agentProcess.exited).toBe(0)
    await expect.poll(status).toBe('offline')
  }, 90_000)
})

describe('an agent that has fallen back to HTTP requests', () => {
  test('returns to a WebSocket once the proxy lets one through, and gets its commands there', async () => {
    let upgrades = 0
    const obstacle = (piped: Piped) => {
      upgrades++
      piped.cut()
    }
    proxy.setFault(blockWebSockets(obstacle))
    const link = connect(20)
    await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(1)
    await expect.poll(() => upgrades, TIMEOUT_OPTIONS).toBeGreaterThan(3)
    expect(link.welcomes()).toBe(1)
    proxy.clearFault()
    await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(2)
    expect(link.logText()).toContain('gets through again')
    const id = await it.sendOne(agent.id)
    const commandIds = () => link.received.flatMap((frame) => (frame.t === 'cmd' ? [frame.d.execId] : []))
    await expect.poll(commandIds, TIMEOUT_OPTIONS).toEqual([id])
    expect(await status()).toBe('online')
  })

  test('receives each command once while it sends data', async () => {
    proxy.setFault(blockWebSockets((piped) => piped.cut()))
    const link = connect(HOUR_MS)
    await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(1)
    const sent: string[] = []
    let seq = 0
    for (let n = 0; n < 30; n++) {
      sent.push(await it.sendOne(agent.id, 'ping'))
      link.send({ v: 1, t: 'data', d: { seq: ++seq, at: new Date().toISOString(), dataType: 'system', data: { n } } })
    }
    const commandIds = () => link.received.flatMap((frame) => (frame.t === 'cmd' ? [frame.d.execId] : []))
    await expect.poll(() => commandIds().sort(), TIMEOUT_OPTIONS).toEqual(sent.sort())
    const newestAcknowledged = () =>
      Math.max(...link.received.map((frame) => (frame.t === 'data.ack' ? frame.d.seq : 0)))
    await expect.poll(newestAcknowledged, TIMEOUT_OPTIONS).toBe(seq)
    expect(await countSamples()).toBe(seq)
  })
})

test('an agent does not fall back to HTTP requests if the server answers 503', async () => {
  const link = connect(HOUR_MS)
  await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(1)
  const refused: BytesHandler = (_chunk, _way, piped) => piped.answer('HTTP/1.1 503 Busy\r\nRetry-After: 1\r\n\r\n')
  proxy.setFault(refused)
  proxy.cutAll()
  await expect.poll(() => link.logText().match(/\(503\)/g)?.length ?? 0, TIMEOUT_OPTIONS).toBeGreaterThan(1)
  proxy.clearFault()
  await expect.poll(link.welcomes, TIMEOUT_OPTIONS).toBe(2)
  expect(link.logText()).not.toContain('talking by requests')
})
