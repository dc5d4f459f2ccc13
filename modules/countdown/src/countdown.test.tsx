import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: Date.parse('2026-12-12T10:00:00Z') })
})
afterEach(() => {
  act(() => close())
  close = () => undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(config: object) {
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  const suspended = createSignal(false)
  const host = { config: createSignal(config), suspended, formats: createSignal({ locale: 'en-GB', zone: 'UTC' }) }
  act(() =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const figure = () => container.querySelector('.countdown-figure')?.textContent
  return { container, figure, advance: (ms: number) => act(() => vi.advanceTimersByTime(ms)) }
}

test('the tile shows the time left, the title, and the date', () => {
  const { container, figure } = show({ title: 'Christmas', date: '2026-12-24', time: '18:30' })
  expect(figure()).toBe('12d8h30min')
  expect(container.textContent).toBe('Christmas12d8h30minThursday, 24 December 2026, 18:30')
})

test('the countdown updates each minute, shows Now at its date, and counts up after it', () => {
  const { figure, advance } = show({ date: '2026-12-12', time: '10:02' })
  expect(figure()).toBe('2min')
  advance(60_000)
  expect(figure()).toBe('1min')
  advance(60_000)
  expect(figure()).toBe('Now')
  advance(60_000)
  expect(figure()).toBe('1minago')
})

test('a date without a time shows Today for the whole day', () => {
  const { figure, advance } = show({ date: '2026-12-12' })
  expect(figure()).toBe('Today')
  advance(14 * 60 * 60_000)
  expect(figure()).toBe('1d0h0minago')
})

test('a countdown in another zone shows Today for the day of that zone', () => {
  const { figure, advance } = show({ date: '2026-12-13', zone: 'Asia/Tokyo' })
  // The day begins in Tokyo while it is still the 12th in UTC.
  expect(figure()).toBe('5h0min')
  advance(5 * 60 * 60_000)
  expect(figure()).toBe('Today')
  advance(23 * 60 * 60_000)
  expect(figure()).toBe('Today')
  advance(60 * 60_000)
  expect(figure()).toBe('1d0h0minago')
})

test('a yearly date counts down to the same date of the next year once its day is over', () => {
  const { figure, advance } = show({ date: '1990-12-12', yearly: true })
  expect(figure()).toBe('Today')
  advance(14 * 60 * 60_000)
  expect(figure()).toBe('364d0h0min')
})

test.each([
  [{}, "Choose a date in this module's settings."],
  [{ date: '2026-12-24', zone: 'Europe/Atlantis' }, 'This browser does not know the time zone Europe/Atlantis.'],
])('a countdown without a date or with an unknown zone shows the reason: %o', (config, text) => {
  expect(show(config).container.textContent).toBe(text)
})
