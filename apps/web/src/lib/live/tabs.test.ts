import type { LiveEvent } from '@atalaya/contract/events'
import { afterEach, expect, test } from 'vitest'
import { onTabEvent, publishToTabs, type TabMessage } from '#web/lib/live/tabs.ts'

const openChannel = () => new BroadcastChannel('live-events')
const event: LiveEvent = { type: 'modules.changed', data: {} }
const nth = (n: number, to = 'ada'): TabMessage => ({ event, id: `x-${n}`, to })

let stop = () => {}
const channels: BroadcastChannel[] = []
afterEach(() => {
  stop()
  for (const channel of channels.splice(0)) channel.close()
})

function post(...all: TabMessage[]) {
  const channel = openChannel()
  channels.push(channel)
  for (const message of all) channel.postMessage(message)
}

/** Waits until this many messages are kept for a listener. */
async function waitUntilKept(count: number) {
  await expect.poll(() => window.liveTabs?.waiting).toHaveLength(count)
}

function listen(to = 'ada') {
  const received: TabMessage[] = []
  stop = onTabEvent(to, (message) => received.push(message))
  return received
}

test('messages sent before this tab listens are delivered later, once and in order', async () => {
  post(nth(1), nth(2))
  await waitUntilKept(2)
  const received = listen()
  expect(received.map(({ id }) => id)).toEqual(['x-1', 'x-2'])
  post(nth(3))
  await expect.poll(() => received).toHaveLength(3)
  stop()
  expect(listen()).toEqual([])
})

test('after the listener stops, messages are kept again', async () => {
  listen()
  stop()
  post(nth(1))
  await waitUntilKept(1)
  expect(listen()).toEqual([nth(1)])
})

test('messages for another account are ignored', async () => {
  post(nth(1, 'bea'), nth(2))
  await waitUntilKept(2)
  const received = listen()
  post(nth(3, 'bea'), nth(4))
  await expect.poll(() => received).toEqual([nth(2), nth(4)])
})

test('more than 500 waiting events are replaced by a resync', async () => {
  post(...Array.from({ length: 501 }, (_, n) => nth(n)))
  await waitUntilKept(1)
  expect(listen()).toEqual([{ event: { type: 'resync', data: {} }, id: 'x-500', to: 'ada' }])
})

test('a browser without Web Locks does not forward events, as each tab has a stream', async () => {
  const channel = openChannel()
  channels.push(channel)
  const posted: unknown[] = []
  channel.onmessage = ({ data }) => posted.push(data)
  // jsdom has no Web Locks. The first event would arrive before the second one.
  publishToTabs(nth(1))
  post(nth(2))
  await expect.poll(() => posted).toEqual([nth(2)])
})
