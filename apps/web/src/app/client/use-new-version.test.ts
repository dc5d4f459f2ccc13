import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNewVersion } from '#web/app/client/use-new-version.ts'
import { saveShownPage } from '#web/features/boards/wall/shown-page.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'

const TEN_MINUTES = 600_000
/** A page without scripts is the running version: the page of the tests has none, either. */
const OWN = ''
const NEW = '<script src="/assets/newer.js"></script>'

/** The page that the server hands out, and how often it was asked for. */
let page: string
let checks: number
const reload = vi.fn()
beforeEach(() => {
  page = OWN
  checks = 0
  reload.mockClear()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', async () => {
    checks += 1
    return { ok: true, text: async () => page }
  })
  const { location } = window
  const search = { get: () => location.search, enumerable: true }
  vi.stubGlobal('location', Object.defineProperty({ ...location, reload, search: '' }, 'search', search))
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: new EventTarget() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Waits for the check under way. */
const waitForCheck = () => act(() => new Promise((resolve) => setImmediate(resolve)))

/** A display at work; `next` is its next moment for a reload. */
async function start() {
  const hook = renderHook(({ moment }) => useNewVersion(moment), { initialProps: { moment: 0 } })
  let moment = 0
  await waitForCheck()
  return {
    ...hook,
    next() {
      moment += 1
      hook.rerender({ moment })
    },
  }
}

async function bringServerBack() {
  act(() => recordAnswer(false))
  act(() => recordAnswer(true))
}
const takeOver = () => void navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))

test('a new version that is there at the start is loaded at the next moment, not before', async () => {
  page = NEW
  const { next } = await start()
  expect(reload).not.toHaveBeenCalled()
  next()
  expect(reload).toHaveBeenCalledOnce()
})

test('a new version is loaded when another page is shown', async () => {
  page = NEW
  await start()
  act(() => saveShownPage('garden'))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['within ten minutes', () => void vi.advanceTimersByTime(TEN_MINUTES)],
  ['when the server is back', bringServerBack],
  ['when its worker takes over', takeOver],
])('a new version is noticed %s', async (_when, trigger) => {
  const { next } = await start()
  page = NEW
  next()
  expect(reload).not.toHaveBeenCalled()
  await trigger()
  await waitForCheck()
  next()
  expect(reload).toHaveBeenCalledOnce()
})

test('a new version that was taken back is not loaded', async () => {
  page = NEW
  const { next } = await start()
  page = OWN
  vi.advanceTimersByTime(TEN_MINUTES)
  await waitForCheck()
  next()
  expect(reload).not.toHaveBeenCalled()
})

test('nothing is checked while the server is away, or after the display was closed', async () => {
  const { unmount } = await start()
  act(() => recordAnswer(false))
  vi.advanceTimersByTime(5 * TEN_MINUTES)
  takeOver()
  expect(checks).toBe(1)
  act(() => recordAnswer(true))
  await waitForCheck()
  expect(checks).toBe(2)
  unmount()
  vi.advanceTimersByTime(5 * TEN_MINUTES)
  takeOver()
  await bringServerBack()
  expect(checks).toBe(2)
})
