import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForNewVersion } from '#web/lib/session/missing-code.ts'
import { server } from '#web/testing/server.ts'

const reload = vi.fn()
beforeEach(() => {
  reload.mockClear()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('location', { ...window.location, href: window.location.href, reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sessionStorage.clear()
})

test('a page whose code is gone is loaded again at most every ten seconds, and at once after the clock was set back', async () => {
  for (const [passedMs, reloads] of [
    [0, 1],
    [9_999, 1],
    [1, 2],
    [-3_600_000, 3],
    [9_999, 3],
  ] as const) {
    vi.setSystemTime(Date.now() + passedMs)
    await reloadForNewVersion()
    expect(reload).toHaveBeenCalledTimes(reloads)
  }
})

test('a page is not loaded again while the server is away', async () => {
  server.use(http.get('*/healthz', () => HttpResponse.error()))
  await reloadForNewVersion()
  expect(reload).not.toHaveBeenCalled()
})
