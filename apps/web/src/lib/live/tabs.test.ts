import type { LiveEvent } from '@atalaya/contract/events'
import { afterEach, expect, test } from 'vitest'
import { type Heard, hearTabs, tellTabs } from '#web/lib/live/tabs.ts'

const other = () => new BroadcastChannel('live-events')
const event: LiveEvent = { type: 'modules.changed', data: {} }
const nth = (n: number, to = 'ada'): Heard => ({ event, id: `x-${n}`, to })

let stop = () => {}
const channels: BroadcastChannel[] = []
afterEach(() => {
  stop()
  for (const channel of channels.splice(0)) channel.close()
})

function tell(...all: Heard[]) {
  const channel = other()
  channels.push(channel)
  for (const heard of all) channel.postMessage(heard)
}

/** Ends once everything told so far has come: a channel keeps the order. */
async function arrived(count: number) {
  await expect.poll(() => window.liveTabs?.waiting).toHaveLength(count)
}

function hear(to = 'ada') {
  const heard: Heard[] = []
  stop = hearTabs(to, (one) => heard.push(one))
  return heard
}

test('messages of another tab before this one listens are delivered later, once, in order', async () => {
  tell(nth(1), nth(2))
  await arrived(2)
  const heard = hear()
  expect(heard.map(({ id }) => id)).toEqual(['x-1', 'x-2'])
  tell(nth(3))
  await expect.poll(() => heard).toHaveLength(3)
  stop()
  expect(hear()).toEqual([])
})

test('after its end events wait again', async () => {
  hear()
  stop()
  tell(nth(1))
  await arrived(1)
  expect(hear()).toEqual([nth(1)])
})

test('messages for another account do not count', async () => {
  tell(nth(1, 'bea'), nth(2))
  await arrived(2)
  const heard = hear()
  tell(nth(3, 'bea'), nth(4))
  await expect.poll(() => heard).toEqual([nth(2), nth(4)])
})

test('more than 500 waiting events become one that has everything read again', async () => {
  tell(...Array.from({ length: 501 }, (_, n) => nth(n)))
  await arrived(1)
  expect(hear()).toEqual([{ event: { type: 'resync', data: {} }, id: 'x-500', to: 'ada' }])
})

test('without locks, where each tab has a stream, nobody is told', async () => {
  const channel = other()
  channels.push(channel)
  const told: unknown[] = []
  channel.onmessage = ({ data }) => told.push(data)
  tellTabs(nth(1))
  tell(nth(2))
  await expect.poll(() => told).toEqual([nth(2)])
})
