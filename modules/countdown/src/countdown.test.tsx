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
  const place = document.createElement('div')
  const root = createRoot(place)
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
  const figure = () => place.querySelector('.countdown-figure')?.textContent
  return { place, figure, pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)) }
}

test('the tile shows the time left, the title, and the date', () => {
  const { place, figure } = show({ title: 'Christmas', date: '2026-12-24', time: '18:30' })
  expect(figure()).toBe('12d8h30min')
  expect(place.textContent).toBe('Christmas12d8h30minThursday, 24 December 2026, 18:30')
})

test('the tile goes on by the minute, through the moment itself, and says since when', () => {
  const { figure, pass } = show({ date: '2026-12-12', time: '10:02' })
  expect(figure()).toBe('2min')
  pass(60_000)
  expect(figure()).toBe('1min')
  pass(60_000)
  expect(figure()).toBe('Now')
  pass(60_000)
  expect(figure()).toBe('1minago')
})

test('a day without a time is there all day long', () => {
  const { figure, pass } = show({ date: '2026-12-12' })
  expect(figure()).toBe('Today')
  pass(14 * 60 * 60_000)
  expect(figure()).toBe('1d0h0minago')
})

test('a birthday is a year away once its day is over', () => {
  const { figure, pass } = show({ date: '1990-12-12', yearly: true })
  expect(figure()).toBe('Today')
  pass(14 * 60 * 60_000)
  expect(figure()).toBe('364d0h0min')
})

test.each([
  [{}, "Choose a date in this module's settings."],
  [{ date: '2026-12-24', zone: 'Europe/Atlantis' }, 'This browser does not know the time zone Europe/Atlantis.'],
])('a countdown without a date or zone says why: %o', (config, text) => {
  expect(show(config).place.textContent).toBe(text)
})
