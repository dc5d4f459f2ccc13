import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'

const START = Date.parse('2026-11-21T10:00:00Z')
const song = {
  state: 'playing',
  kind: 'music',
  title: 'Lanterns',
  artist: 'The Night Watch',
  album: 'Signal Fires',
  cover: 'data:image/png;base64,AAAA',
  durationMs: 200_000,
  progressMs: 50_000,
  at: START,
}
const ready = (data: unknown, more: object = {}): SourceView => ({
  state: 'ready',
  data,
  asOf: new Date(START).toISOString(),
  stale: false,
  error: null,
  ...more,
})

let close: () => void
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Draws the widget in a host that the test controls. */
function show(view: SourceView, height = 2) {
  const data = createSignal(view)
  const suspended = createSignal(false)
  const size = createSignal({ width: 2, height })
  const pictures = createSignal<string | null>(null)
  const others = { formats: createSignal({}), awaySince: createSignal(null), picture: () => pictures }
  const host = { data, suspended, size, ...others } as unknown as Host
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return { container, data, suspended, pictures, advance: (ms: number) => act(() => vi.advanceTimersByTime(ms)) }
}
const progress = (container: HTMLElement) =>
  container.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext')

test('the progress of a song continues between readings, stops in a pause, and sets no timer out of sight', () => {
  const { container, data, suspended, advance } = show(ready(song))
  for (const text of ['Lanterns', 'The Night Watch', 'Signal Fires', 'Playing'])
    expect(container.textContent).toContain(text)
  expect(container.querySelector('img[alt="Cover of Signal Fires"]')?.getAttribute('src')).toBe(song.cover)
  expect(progress(container)).toBe('0:50 of 3:20')
  advance(10_000)
  expect(progress(container)).toBe('1:00 of 3:20')
  act(() => suspended.set(true))
  expect(vi.getTimerCount()).toBe(0)
  advance(5_000)
  act(() => suspended.set(false))
  expect(progress(container)).toBe('1:05 of 3:20')
  act(() => data.set(ready({ ...song, state: 'paused', progressMs: 66_000, at: Date.now() })))
  expect(container.textContent).toContain('Paused')
  expect(vi.getTimerCount()).toBe(0)
  advance(60_000)
  expect(progress(container)).toBe('1:06 of 3:20')
})

test.each([
  ['nothing', 'Nothing is playing'],
  ['connect', 'Spotify is not connected'],
  ['reconnect', 'Spotify asks for your consent again'],
])('the state %s is shown, also in a tile one row high', (state, text) => {
  const { container } = show(ready({ state }), 1)
  expect(container.textContent).toContain(text)
})

test('a tile one row high shows a station without an end, and the time of old data', () => {
  const { container } = show(
    ready({ ...song, durationMs: null }, { stale: true, error: 'MPD has ended the connection' }),
    1,
  )
  expect(container.textContent).toContain('Lanterns')
  expect(container.textContent).toContain('0:50')
  expect(progress(container)).toBe(undefined)
  expect(container.textContent).toMatch(/as of \d\d:\d\d/)
})

test('a picture too large for the data is loaded separately', () => {
  const { container, pictures } = show(ready({ ...song, cover: null, picture: 'key' }))
  expect(container.textContent).toContain('Lanterns')
  expect(container.querySelector('img')).toBeNull()
  act(() => pictures.set('data:image/png;base64,BBBB'))
  expect(container.querySelector('img[alt="Cover of Signal Fires"]')?.getAttribute('src')).toContain('BBBB')
})
