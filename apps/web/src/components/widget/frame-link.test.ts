import { MESSAGE_MAX } from '@atalaya/contract/module-bridge'
import type { AgentView } from '@atalaya/module-sdk'
import type { FrameProps, HostMessage } from '@atalaya/module-sdk/bridge'
import { createSignal } from '@atalaya/module-sdk/signal'
import type { StorageBackend } from '@atalaya/module-sdk/storage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkFrame } from '#web/components/widget/frame-link.ts'

const start: FrameProps = {
  config: {},
  size: { width: 1, height: 1 },
  theme: 'dark',
  formats: {},
  suspended: false,
  awaySince: null,
  tokens: {},
}
const view = createSignal<AgentView>({ state: 'loading' })

let frame: MessagePort
let received: HostMessage[]
let link: ReturnType<typeof linkFrame>
const handlers = {
  onReady: vi.fn(),
  onPong: vi.fn(),
  onConfig: vi.fn(),
  onRefused: vi.fn(),
  onFault: vi.fn(),
  agent: vi.fn(() => view),
}
const api = {
  agent: handlers.agent,
  request: vi.fn(async () => ({ status: 200, body: 'sun' })),
  storage: {
    read: vi.fn(async () => ({ value: { a: 1 }, version: 'v' })),
    write: vi.fn<StorageBackend['write']>(() => Promise.reject(new Error('full'))),
  },
}

beforeEach(() => {
  vi.clearAllMocks()
  const { port1, port2 } = new MessageChannel()
  frame = port2
  received = []
  frame.onmessage = ({ data }) => received.push(JSON.parse(data))
  link = linkFrame({ port: port1, start, mayRead: (id) => id === 'mine', api, ...handlers })
})
afterEach(() => {
  link.stop()
  frame.close()
})

const send = (message: unknown) => frame.postMessage(typeof message === 'string' ? message : JSON.stringify(message))

test('a frame gets everything it needs at the start', async () => {
  await expect.poll(() => received).toEqual([{ type: 'start', ...start }])
})

test('a frame reports that it is ready and alive, and its configuration to save', async () => {
  for (const message of [{ type: 'ready' }, { type: 'pong' }, { type: 'set-config', config: { a: 1 } }]) send(message)
  await expect.poll(() => handlers.onConfig).toHaveBeenCalledWith({ a: 1 })
  expect(handlers.onReady).toHaveBeenCalledOnce()
  expect(handlers.onPong).toHaveBeenCalledOnce()
  expect(handlers.onFault).not.toHaveBeenCalled()
})

test('a frame can watch only the agents of its form', async () => {
  send({ type: 'watch-agent', agentId: 'foreign' })
  send({ type: 'watch-agent', agentId: 'mine' })
  const agent = (agentId: string, state: string) => ({ type: 'agent', agentId, view: { state } })
  await expect.poll(() => received.slice(1)).toEqual([agent('foreign', 'missing'), agent('mine', 'loading')])
  expect(handlers.agent.mock.calls).toEqual([['mine']])
  view.set({ state: 'failed' })
  await expect.poll(() => received.at(-1)).toEqual(agent('mine', 'failed'))
})

test('requests of a frame are sent, and answered or refused', async () => {
  send({ type: 'request', question: 1, name: 'now', params: { city: 'Vigo' }, againInMs: 60_000 })
  send({ type: 'read-storage', question: 2 })
  send({ type: 'write-storage', question: 3, value: [1] })
  await expect.poll(() => received).toHaveLength(4)
  expect(received.slice(1)).toEqual(
    expect.arrayContaining([
      { type: 'answer', question: 1, value: { status: 200, body: 'sun' } },
      { type: 'answer', question: 2, value: { a: 1 } },
      { type: 'refusal', question: 3, message: 'full' },
    ]),
  )
  expect(api.request.mock.calls).toEqual([['now', { city: 'Vigo' }, { againInMs: 60_000 }]])
})

test('a write contains the version that was read', async () => {
  api.storage.write.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  send({ type: 'read-storage', question: 1, withVersion: true })
  send({ type: 'write-storage', question: 2, value: [1], over: 'v' })
  send({ type: 'write-storage', question: 3, value: [2], over: null })
  await expect.poll(() => received).toHaveLength(4)
  expect(received.slice(1)).toEqual([
    { type: 'answer', question: 1, value: { value: { a: 1 }, version: 'v' } },
    { type: 'answer', question: 2, value: true },
    { type: 'answer', question: 3, value: false },
  ])
  expect(api.storage.write.mock.calls).toEqual([
    [[1], 'v'],
    [[2], null],
  ])
})

test('the developer of a module sees each refusal with place and reason', async () => {
  send({ type: 'watch-agent', agentId: 'foreign' })
  send({ type: 'write-storage', question: 1, value: [1] })
  api.request.mockRejectedValueOnce(new Error('The other server could not be asked'))
  send({ type: 'request', question: 2, name: 'now', params: {} })
  await expect
    .poll(() => handlers.onRefused.mock.calls.map(([refusal]) => refusal))
    .toEqual([
      { path: 'watch-agent.agentId', why: expect.stringContaining('The form names no agent foreign') },
      { path: 'write-storage', why: 'full' },
      { path: 'request.now', why: 'The other server could not be asked' },
    ])
  expect(handlers.onFault).not.toHaveBeenCalled()
  send({ type: 'set-config', config: 'x' })
  await expect.poll(() => handlers.onRefused.mock.calls.at(-1)?.[0].path).toBe('message.config')
})

test('at most 20 requests of a frame run at a time', async () => {
  api.request.mockImplementation(() => new Promise(() => undefined))
  for (let question = 0; question < 25; question++) send({ type: 'request', question, name: 'slow', params: {} })
  await expect.poll(() => received.filter(({ type }) => type === 'refusal')).toHaveLength(5)
  expect(api.request).toHaveBeenCalledTimes(20)
})

test('an answered question makes room for another one, also if it failed', async () => {
  api.request.mockResolvedValue({ status: 200, body: 'sun' })
  for (const round of [1, 2, 3]) {
    for (let question = 20 * round; question < 20 * (round + 1); question += 2) {
      send({ type: 'request', question, name: 'now', params: {} })
      send({ type: 'write-storage', question: question + 1, value: [1] })
    }
    await expect.poll(() => received).toHaveLength(1 + 20 * round)
  }
  const refusals = received.filter(({ type }) => type === 'refusal')
  expect(refusals.map((refusal) => 'message' in refusal && refusal.message)).toEqual(Array(30).fill('full'))
})

test('a frame watches each agent once, at most twenty, and none after its end', async () => {
  const watched: string[] = []
  const ended: string[] = []
  const agent = (id: string) => ({
    get: view.get,
    subscribe() {
      watched.push(id)
      return () => void ended.push(id)
    },
  })
  const { port1, port2 } = new MessageChannel()
  const otherLink = linkFrame({ port: port1, start, mayRead: () => true, api: { ...api, agent }, ...handlers })
  const ids = Array.from({ length: 21 }, (_, n) => `agent ${n}`)
  for (const agentId of ['agent 0', ...ids]) port2.postMessage(JSON.stringify({ type: 'watch-agent', agentId }))
  await expect.poll(() => handlers.onRefused.mock.calls.length).toBe(1)
  expect([watched, ended]).toEqual([ids.slice(0, 20), []])
  otherLink.stop()
  expect(ended).toEqual(ids.slice(0, 20))
  port2.close()
})

test.each([
  ['a text that is no JSON', '{', /not understood/],
  ['an unknown message', { type: 'eval' }, /not understood/],
  ['a message with more than it may hold', { type: 'ready', more: 1 }, /not understood/],
  ['a configuration that is no object', { type: 'set-config', config: 'x' }, /not understood/],
  ['a message of 1 MiB', JSON.stringify({ type: 'failed', message: 'x'.repeat(1024 * 1024) }), /too large/],
  ['a message of one character too many', 'x'.repeat(MESSAGE_MAX + 1), /too large/],
  ['a reported failure', { type: 'failed', message: 'oops' }, /^This module failed: oops$/],
])('%s ends the frame', async (_what, message, fault) => {
  send(message)
  await expect.poll(() => handlers.onFault).toHaveBeenCalledOnce()
  expect(handlers.onFault.mock.calls[0]?.[0]).toMatch(fault)
  send({ type: 'ready' })
  send({ type: 'set-config', config: {} })
  await new Promise((resolve) => setImmediate(resolve))
  expect(handlers.onReady).not.toHaveBeenCalled()
  expect(handlers.onConfig).not.toHaveBeenCalled()
})

test('a message that is not a text ends the frame without being read', async () => {
  frame.postMessage({ type: 'ready' })
  await expect.poll(() => handlers.onFault).toHaveBeenCalledOnce()
  expect(handlers.onReady).not.toHaveBeenCalled()
})

test('a flood of messages ends the frame, once', async () => {
  for (let n = 0; n < 1000; n++) send({ type: 'pong' })
  await expect.poll(() => handlers.onFault).toHaveBeenCalledWith('This module says too much and was stopped.')
  expect(handlers.onPong.mock.calls.length).toBeLessThan(250)
  expect(handlers.onFault).toHaveBeenCalledOnce()
})
