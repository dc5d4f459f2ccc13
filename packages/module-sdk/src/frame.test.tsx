import { PORT } from '@atalaya/contract/module-bridge'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './frame.ts'
import { greetings, page, SHOWN, write } from './testing/page.ts'

let around: ReturnType<typeof page>
beforeEach(() => {
  around = page()
})
afterEach(() => around.close())

/** A frame that its page has started. */
async function startFrame() {
  const connected = connect()
  around.giveThePort()
  around.send({ type: 'start', ...SHOWN })
  const host = await connected
  await expect.poll(() => around.received).toEqual([{ type: 'ready' }])
  around.received.length = 0
  return host
}

test('the frame greets the page, and reports ready once it has all values to show', async () => {
  const { received, stop } = greetings()
  const host = await startFrame()
  await expect.poll(() => received).toHaveLength(1)
  stop()
  expect([host.config.get(), host.size.get(), host.theme.get(), host.formats.get(), host.suspended.get()]).toEqual([
    SHOWN.config,
    SHOWN.size,
    'dark',
    { locale: 'de-AT' },
    false,
  ])
  const { style, dataset } = document.documentElement
  expect([style.colorScheme, dataset.theme, style.getPropertyValue('--foreground')]).toEqual(['dark', 'dark', '#fff'])
})

test('the frame accepts only the first port, and only from its page', async () => {
  const stranger = new MessageChannel()
  const strangerReceived: unknown[] = []
  stranger.port1.onmessage = ({ data }) => void strangerReceived.push(data)
  const connected = connect()
  write(PORT, null, [stranger.port2])
  write('atalaya:something-else', window.parent, [stranger.port2])
  write(PORT, window.parent)
  around.giveThePort()
  write(PORT, window.parent, [stranger.port2])
  around.send({ type: 'start', ...SHOWN })
  await connected
  await expect.poll(() => around.received).toEqual([{ type: 'ready' }])
  expect(strangerReceived).toEqual([])
  stranger.port1.close()
})

test('a frame that was out of sight or without its server hears when that is over', async () => {
  const host = await startFrame()
  const suspended: boolean[] = []
  const away: (string | null)[] = []
  host.suspended.subscribe(() => suspended.push(host.suspended.get()))
  host.awaySince.subscribe(() => away.push(host.awaySince.get()))
  for (const isSuspended of [true, false]) around.send({ type: 'change', suspended: isSuspended })
  for (const awaySince of ['2026-11-24T22:15:00Z', null]) around.send({ type: 'change', awaySince })
  await expect
    .poll(() => [suspended, away])
    .toEqual([
      [true, false],
      ['2026-11-24T22:15:00Z', null],
    ])
})

test('the frame applies changes, and notifies only about different values', async () => {
  const host = await startFrame()
  const received: string[] = []
  host.config.subscribe(() => received.push('config'))
  host.size.subscribe(() => received.push('size'))
  host.theme.subscribe(() => received.push('theme'))
  host.suspended.subscribe(() => received.push('suspended'))
  around.send({ type: 'change', config: { city: 'Ulm' }, size: { width: 2, height: 1 } })
  around.send({ type: 'change', theme: 'light', tokens: { '--foreground': '#000' } })
  around.send({ type: 'change', suspended: true })
  around.send({ type: 'change', config: { city: 'Bonn' } })
  await expect.poll(() => received).toEqual(['theme', 'suspended', 'config'])
  expect([host.theme.get(), host.suspended.get(), host.config.get()]).toEqual(['light', true, { city: 'Bonn' }])
  around.send({ type: 'change', awaySince: '2026-11-24T22:15:00Z' })
  await expect.poll(() => host.awaySince.get()).toBe('2026-11-24T22:15:00Z')
  around.send({ type: 'change', awaySince: null })
  await expect.poll(() => host.awaySince.get()).toBeNull()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(document.documentElement.style.getPropertyValue('--foreground')).toBe('#000')
})

test('the frame answers pings, and sends the configuration to save', async () => {
  const host = await startFrame()
  around.send({ type: 'ping' })
  await expect.poll(() => around.received).toEqual([{ type: 'pong' }])
  host.setConfig({ city: 'Bonn' })
  await expect.poll(() => around.received[1]).toEqual({ type: 'set-config', config: { city: 'Bonn' } })
})

test('every request gets its answer, in any order', async () => {
  const host = await startFrame()
  const answers = [host.request('weather', { city: 'Ulm' }, { againInMs: 1000 }), host.storage.read()]
  const written = host.storage.write({ a: 1 })
  const refused = expect(written).rejects.toThrow('Full')
  await expect
    .poll(() => around.received)
    .toEqual([
      { type: 'request', question: 1, name: 'weather', params: { city: 'Ulm' }, againInMs: 1000 },
      { type: 'read-storage', question: 2, withVersion: true },
      { type: 'write-storage', question: 3, value: { a: 1 } },
    ])
  around.send({ type: 'refusal', question: 3, message: 'Full' })
  around.send({ type: 'answer', question: 2, value: { value: 'kept', version: 'a' } })
  around.send({ type: 'answer', question: 99, value: 'of nothing' })
  around.send({ type: 'answer', question: 1, value: { status: 200, body: 'sun' } })
  expect(await Promise.all(answers)).toEqual([{ status: 200, body: 'sun' }, 'kept'])
  await refused
})

test('an agent is requested once, and its changes are followed', async () => {
  const host = await startFrame()
  const agent = host.agent('a')
  expect(host.agent('a')).toBe(agent)
  expect(agent.get()).toEqual({ state: 'loading' })
  const changes: unknown[] = []
  agent.subscribe(() => changes.push(agent.get()))
  around.send({ type: 'agent', agentId: 'b', view: { state: 'failed' } })
  around.send({ type: 'agent', agentId: 'a', view: { state: 'missing' } })
  await expect.poll(() => changes).toEqual([{ state: 'missing' }])
  expect(around.received).toEqual([{ type: 'watch-agent', agentId: 'a' }])
})

test('a module without a chosen agent does not request one', async () => {
  const host = await startFrame()
  expect(host.agent('').get()).toEqual({ state: 'none' })
  host.setConfig({})
  await expect.poll(() => around.received).toEqual([{ type: 'set-config', config: {} }])
})

test('an uncaught error is reported to the page in at most 500 characters', async () => {
  await startFrame()
  window.dispatchEvent(new ErrorEvent('error', { message: 'x'.repeat(600) }))
  await expect.poll(() => around.received).toEqual([{ type: 'failed', message: 'x'.repeat(500) }])
})
