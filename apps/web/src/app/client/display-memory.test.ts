import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberDisplay, restoreDisplay, saveDelayMs } from '#web/app/client/display-memory.ts'
import { newestData } from '#web/lib/calls/display-data.ts'
import { clearSession } from '#web/lib/session/session.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { ada, bea, startSession } from '#web/testing/render.tsx'

/** Stand-in for the browser's cache: one text per address. */
let entries: Map<string, string>
let writes: number
beforeEach(() => {
  entries = new Map()
  writes = 0
  const cache = {
    match: async (key: string) => (entries.has(key) ? new Response(entries.get(key)) : undefined),
    delete: async (key: string) => entries.delete(key),
    async put(key: string, response: Response) {
      writes += 1
      entries.set(key, await response.text())
    },
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.useFakeTimers()
  startSession()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
async function restore() {
  const client = new QueryClient()
  await restoreDisplay(client)
  return (key: string) => client.getQueryData([key])
}

test.each([
  ['pages', true, 500],
  ['pages', false, 500],
  ['widget-data', true, 500],
  ['widget-data', false, 30_000],
  ['users', true, null],
  ['users', false, null],
])('a change of %s (the first one: %s) is saved after %s ms, or never for null', (word, isFirst, ms) => {
  expect(saveDelayMs(word, isFirst)).toBe(ms)
})

test('a display restores only the data that it shows', async () => {
  const client = new QueryClient()
  const stop = rememberDisplay(client)
  client.setQueryData(['pages'], ['home'])
  client.setQueryData(['users'], ['ada'])
  await advance(499)
  expect(writes).toBe(0)
  await advance(1)
  const data = await restore()
  expect([data('pages'), data('users')]).toEqual([['home'], undefined])
  stop()
})

test('a display restores what its widgets stored, and not what deleted ones did', async () => {
  const client = new QueryClient()
  const stop = rememberDisplay(client)
  client.setQueryData(['pages'], [aPage({ modules: [aModule('list', [0, 0, 1, 1])] })])
  client.setQueryData(['widget-storage', 'list'], 'Tea')
  client.setQueryData(['widget-storage', 'deleted'], 'Milk')
  await advance(500)
  const restored = new QueryClient()
  await restoreDisplay(restored)
  expect(restored.getQueriesData({ queryKey: ['widget-storage'] })).toEqual([[['widget-storage', 'list'], 'Tea']])
  stop()
})

test('fast-changing data are saved every half minute, and changes by a person soon', async () => {
  const client = new QueryClient()
  client.setQueryData(['widget-data'], 0)
  const stop = rememberDisplay(client)
  client.setQueryData(['widget-data'], 1)
  await advance(500)
  expect(writes).toBe(1)
  for (let second = 1; second < 60; second++) {
    client.setQueryData(['widget-data'], second)
    await advance(1_000)
  }
  expect(writes).toBe(2)
  client.setQueryData(['pages'], ['home'])
  await advance(500)
  expect(writes).toBe(3)
  expect((await restore())('widget-data')).toBe(59)
  stop()
})

test('data are saved at once when the page is hidden, and never after the saving has been stopped', async () => {
  const client = new QueryClient()
  const stop = rememberDisplay(client)
  client.setQueryData(['pages'], ['home'])
  document.dispatchEvent(new Event('visibilitychange'))
  await advance(0)
  expect(writes).toBe(1)
  expect((await restore())('pages')).toEqual(['home'])
  stop()
  await advance(0)
  expect(writes).toBe(2)
  client.setQueryData(['pages'], ['garden'])
  document.dispatchEvent(new Event('visibilitychange'))
  await advance(60_000)
  expect(writes).toBe(2)
})

test('a full disk costs one save, and the next change is saved', async () => {
  const client = new QueryClient()
  const stop = rememberDisplay(client)
  const cache = await caches.open('display-memory')
  const put = vi.spyOn(cache, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'))
  client.setQueryData(['pages'], ['home'])
  await advance(500)
  expect([put.mock.calls.length, writes]).toEqual([1, 0])
  client.setQueryData(['pages'], ['garden'])
  await advance(500)
  expect((await restore())('pages')).toEqual(['garden'])
  stop()
})

test('the memory belongs to one account, and is deleted at the sign-out', async () => {
  const client = new QueryClient()
  const stop = rememberDisplay(client)
  client.setQueryData(['pages'], ['of ada'])
  await advance(500)
  startSession(bea)
  expect((await restore())('pages')).toBeUndefined()
  startSession(ada)
  expect((await restore())('pages')).toEqual(['of ada'])
  clearSession()
  stop()
  await advance(0)
  expect(entries.size).toBe(0)
})

test('the data of a display are as old as the newest query that it shows', async () => {
  const client = new QueryClient()
  expect(newestData(client)).toBe(0)
  client.setQueryData(['pages'], ['home'], { updatedAt: 2_000 })
  client.setQueryData(['me'], 'ada', { updatedAt: 1_000 })
  client.setQueryData(['users'], ['ada'], { updatedAt: 9_000 })
  expect(newestData(client)).toBe(2_000)
})
