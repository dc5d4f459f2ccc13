import { PORT } from '@atalaya/contract/module-bridge'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './frame.ts'
import { collectGreetings, FRAME_PROPS, page, write } from './testing/page.ts'

let hostPage: ReturnType<typeof page>
beforeEach(() => {
  hostPage = page()
})
afterEach(() => hostPage.close())

/** A frame that its page has started. */
async function startFrame() {
  const connected = connect()
  hostPage.giveThePort()
  hostPage.send({ type: 'start', ...FRAME_PROPS })
  const host = await connected
  await expect.poll(() => hostPage.received).toEqual([{ type: 'ready' }])
  hostPage.received.length = 0
  return host
}

test('the frame greets the page, and reports ready once it has all values to show', async () => {
  const { received, stop } = collectGreetings()
  const host = await startFrame()
  await expect.poll(() => received).toHaveLength(1)
  stop()
  expect([host.config.get(), host.size.get(), host.theme.get(), host.formats.get(), host.suspended.get()]).toEqual([
    FRAME_PROPS.config,
    FRAME_PROPS.size,
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
  hostPage.giveThePort()
  write(PORT, window.parent, [stranger.port2])
  hostPage.send({ type: 'start', ...FRAME_PROPS })
  await connected
  await expect.poll(() => hostPage.received).toEqual([{ type: 'ready' }])
  expect(strangerReceived).toEqual([])
  stranger.port1.close()
})

test('the frame applies that it is out of sight or without its server, and the end of both', async () => {
  const host = await startFrame()
  const suspended: boolean[] = []
  const away: (string | null)[] = []
  host.suspended.subscribe(() => suspended.push(host.suspended.get()))
  host.awaySince.subscribe(() => away.push(host.awaySince.get()))
  for (const isSuspended of [true, false]) hostPage.send({ type: 'change', suspended: isSuspended })
  for (const awaySince of ['2026-11-24T22:15:00Z', null]) hostPage.send({ type: 'change', awaySince })
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
  hostPage.send({ type: 'change', config: { city: 'Ulm' }, size: { width: 2, height: 1 } })
  hostPage.send({ type: 'change', theme: 'light', tokens: { '--foreground': '#000' } })
  hostPage.send({ type: 'change', suspended: true })
  hostPage.send({ type: 'change', config: { city: 'Bonn' } })
  await expect.poll(() => received).toEqual(['theme', 'suspended', 'config'])
  expect([host.theme.get(), host.suspended.get(), host.config.get()]).toEqual(['light', true, { city: 'Bonn' }])
  hostPage.send({ type: 'change', awaySince: '2026-11-24T22:15:00Z' })
  await expect.poll(() => host.awaySince.get()).toBe('2026-11-24T22:15:00Z')
  hostPage.send({ type: 'change', awaySince: null })
  await expect.poll(() => host.awaySince.get()).toBeNull()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(document.documentElement.style.getPropertyValue('--foreground')).toBe('#000')
})

test('the frame answers pings, and sends the configuration to save', async () => {
  const host = await startFrame()
  hostPage.send({ type: 'ping' })
  await expect.poll(() => hostPage.received).toEqual([{ type: 'pong' }])
  host.setConfig({ city: 'Bonn' })
  await expect.poll(() => hostPage.received[1]).toEqual({ type: 'set-config', config: { city: 'Bonn' } })
})

test('every request gets its answer, in any order', async () => {
  const host = await startFrame()
  const answers = [host.request('weather', { city: 'Ulm' }, { againInMs: 1000 }), host.storage.read()]
  const written = host.storage.write({ a: 1 })
  const refused = expect(written).rejects.toThrow('Full')
  await expect
    .poll(() => hostPage.received)
    .toEqual([
      { type: 'request', question: 1, name: 'weather', params: { city: 'Ulm' }, againInMs: 1000 },
      { type: 'read-storage', question: 2, withVersion: true },
      { type: 'write-storage', question: 3, value: { a: 1 } },
    ])
  hostPage.send({ type: 'refusal', question: 3, message: 'Full' })
  hostPage.send({ type: 'answer', question: 2, value: { value: 'kept', version: 'a' } })
  hostPage.send({ type: 'answer', question: 99, value: 'of nothing' })
  hostPage.send({ type: 'answer', question: 1, value: { status: 200, body: 'sun' } })
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
  hostPage.send({ type: 'agent', agentId: 'b', view: { state: 'failed' } })
  hostPage.send({ type: 'agent', agentId: 'a', view: { state: 'missing' } })
  await expect.poll(() => changes).toEqual([{ state: 'missing' }])
  expect(hostPage.received).toEqual([{ type: 'watch-agent', agentId: 'a' }])
})

test('a module without a chosen agent does not request one', async () => {
  const host = await startFrame()
  expect(host.agent('').get()).toEqual({ state: 'none' })
  host.setConfig({})
  await expect.poll(() => hostPage.received).toEqual([{ type: 'set-config', config: {} }])
})

test('an uncaught error is reported to the page in at most 500 characters', async () => {
  await startFrame()
  window.dispatchEvent(new ErrorEvent('error', { message: 'x'.repeat(600) }))
  await expect.poll(() => hostPage.received).toEqual([{ type: 'failed', message: 'x'.repeat(500) }])
})
