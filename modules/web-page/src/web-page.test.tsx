import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FramedPage } from '../server.ts'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const framablePage: FramedPage = { address: 'http://status.example.org/', framed: '/framed/sealed', refusal: null }

function show(data: FramedPage, config: object = {}, framed: Host['framed'] = (path) => `https://tower.test${path}`) {
  const suspended = createSignal(false)
  const signals = {
    suspended,
    config: createSignal(config),
    formats: createSignal({}),
    awaySince: createSignal(null),
    data: createSignal({ state: 'ready', data, asOf: new Date().toISOString(), stale: false, error: null }),
    framed,
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={signals as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return { container, frame: () => container.querySelector('iframe'), suspended }
}

test("a page is shown in the server's frame, with a name and a sandbox without navigation", () => {
  const frame = show(framablePage).frame()
  expect(frame?.title).toBe('status.example.org')
  expect(frame?.src).toBe('https://tower.test/framed/sealed')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
})

test('a page that refuses to be shown is not loaded, and its header is named', () => {
  const { container, frame } = show({ ...framablePage, refusal: 'X-Frame-Options' })
  expect(frame()).toBeNull()
  expect(container.textContent).toBe(
    'status.example.org does not let itself be shown on other pages.Its header X-Frame-Options says so.',
  )
})

test('an http page is not shown on an https page', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  expect(show(framablePage).container.textContent).toMatch(/^status\.example\.org can't be shown here\./)
  expect(show({ ...framablePage, address: 'https://status.example.org/' }).frame()).not.toBeNull()
})

test('a zoomed page still fills its tile', () => {
  const style = show(framablePage, { zoom: 50 }).frame()?.style
  expect([style?.width, style?.height, style?.transform]).toEqual(['200%', '200%', 'scale(0.5)'])
})

test('a page is loaded again at the set interval, while it is in sight', () => {
  const { frame, suspended } = show(framablePage, { reloadMinutes: 5 })
  const first = frame()
  act(() => vi.advanceTimersByTime(5 * 60_000 - 1))
  expect(frame()).toBe(first)
  act(() => vi.advanceTimersByTime(1))
  const second = frame()
  expect(second).not.toBe(first)
  act(() => suspended.set(true))
  act(() => vi.advanceTimersByTime(60 * 60_000))
  expect(frame()).toBe(second)
})

test('a page that is in sight only for moments is loaded again when its interval is over', () => {
  const { frame, suspended } = show(framablePage, { reloadMinutes: 5 })
  const first = frame()
  for (let turn = 0; turn < 4; turn++) {
    act(() => vi.advanceTimersByTime(30_000))
    act(() => suspended.set(true))
    act(() => vi.advanceTimersByTime(30_000))
    act(() => suspended.set(false))
  }
  expect(frame()).toBe(first)
  act(() => suspended.set(true))
  act(() => vi.advanceTimersByTime(60_000))
  expect(frame()).toBe(first)
  act(() => suspended.set(false))
  act(() => vi.advanceTimersByTime(0))
  const second = frame()
  expect(second).not.toBe(first)
  act(() => vi.advanceTimersByTime(5 * 60_000 - 1))
  expect(frame()).toBe(second)
  act(() => vi.advanceTimersByTime(1))
  expect(frame()).not.toBe(second)
})

test('a preview fetches no page', () => {
  const { container, frame } = show(framablePage, {}, () => null)
  expect(frame()).toBeNull()
  expect(container.textContent).toBe('status.example.org')
})
