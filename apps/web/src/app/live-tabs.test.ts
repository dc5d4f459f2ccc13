import type { LiveEvent } from '@atalaya/contract/events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveEvents, startLiveClient } from '#web/testing/live.ts'
import { startSession } from '#web/testing/render.tsx'

const source = { source: 's', data: 1, asOf: null, staleAfterMs: 1, error: null }
const event: LiveEvent = { type: 'source.updated', data: source }
const KEY = ['widget-data', 'widget']

/** Another tab of this browser. */
let other: BroadcastChannel
beforeEach(() => {
  startSession()
  other = new BroadcastChannel('live-events')
})
afterEach(() => {
  other.close()
  vi.unstubAllGlobals()
})
const stubLocks = (request: (name: string, options: object, work: () => Promise<void>) => Promise<void>) =>
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })

test('the tab with the stream forwards each event with its position, for its account', async () => {
  stubLocks((_name, _options, work) => work())
  const messages: unknown[] = []
  other.onmessage = ({ data }) => messages.push(data)
  serveEvents(event)
  const { stop } = startLiveClient()
  await expect.poll(() => messages).toEqual([{ event, id: '1', to: 'ada' }])
  stop()
})

test('a tab that has ended applies no more events of the others', async () => {
  stubLocks(() => new Promise(() => undefined))
  const { client, stop } = startLiveClient()
  client.setQueryData(KEY, { ...source, data: 0 })
  stop()
  other.postMessage({ event, id: '1', to: 'ada' })
  const waiting = () => window.liveTabs?.waiting.length ?? 0
  await expect.poll(waiting).toBe(1)
  expect(client.getQueryData(KEY)).toMatchObject({ data: 0 })
  window.liveTabs?.waiting.splice(0)
})
