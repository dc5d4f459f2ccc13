import type { Config, Formats } from '@atalaya/module-sdk'
import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: Date.parse('2026-11-25T22:40:20Z') })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(config: Config, formats: Formats = { locale: 'en-GB', zone: 'Europe/Madrid' }, isDisplay = false) {
  const suspended = createSignal(false)
  const signals = { suspended, isDisplay, config: createSignal(config), formats: createSignal(formats) }
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
  return { container, suspended, time: () => container.querySelector('time')?.textContent }
}
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('without settings the clock shows the viewer’s time and date', () => {
  expect(show({}).container.textContent).toBe('23:40Wednesday 25 NovemberWed 25 Nov')
})

test('the form can set another zone, a title and seconds', () => {
  const { container } = show({ title: 'Tokyo', zone: 'Asia/Tokyo', seconds: true })
  expect(container.textContent).toBe('Tokyo07:40:20Thursday 26 NovemberThu 26 Nov')
})

test('hours have the 12-hour or 24-hour form of the chosen locale', () => {
  expect(show({ seconds: true }, { locale: 'en-US', zone: 'UTC' }).time()).toBe('10:40:20 PM')
})

test('the clock changes exactly when a minute begins', () => {
  const { time } = show({})
  advance(39_999)
  expect(time()).toBe('23:40')
  advance(1)
  expect(time()).toBe('23:41')
  advance(60_000)
  expect(time()).toBe('23:42')
})

test('a clock with seconds changes each second', () => {
  const { time } = show({ seconds: true })
  advance(1000)
  expect(time()).toBe('23:40:21')
})

test('out of sight the clock sets no timer, and back in sight it is right at once', () => {
  const { time, suspended } = show({ seconds: true })
  act(() => suspended.set(true))
  advance(3_600_000)
  expect(time()).toBe('23:40:20')
  expect(vi.getTimerCount()).toBe(0)
  act(() => suspended.set(false))
  expect(time()).toBe('00:40:20')
})

test('other places show their time and the difference to here', () => {
  const places = [
    { name: 'New York', zone: 'America/New_York' },
    { name: 'Tokyo', zone: 'Asia/Tokyo' },
    { name: 'Nowhere', zone: 'Mars/Olympus' },
  ]
  const rows = [...show({ places }).container.querySelectorAll('li')].map((row) => row.textContent)
  expect(rows).toEqual(['New York−6 h17:40', 'TokyoTomorrow, +8 h07:40', 'NowhereUnknown time zone'])
})

test('the difference of other places is to the zone of the clock, not to the viewer’s', () => {
  const { container } = show({ zone: 'Asia/Tokyo', places: [{ name: 'Madrid', zone: 'Europe/Madrid' }] })
  expect(container.querySelector('li')?.textContent).toBe('MadridYesterday, −8 h23:40')
})

test('the list can be focused by the keyboard, except on a display', () => {
  const places = [{ name: 'Tokyo', zone: 'Asia/Tokyo' }]
  const list = (isDisplay: boolean) => show({ places }, {}, isDisplay).container.querySelector('ul')
  expect(list(false)?.tabIndex).toBe(0)
  act(() => close())
  expect(list(true)?.hasAttribute('tabindex')).toBe(false)
})

test('a zone that the browser does not know shows an error instead of a time', () => {
  expect(show({ zone: 'Mars/Olympus' }).container.textContent).toBe(
    'This browser does not know the time zone Mars/Olympus.',
  )
})
