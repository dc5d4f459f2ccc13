import { act } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Age, Dimmed } from './age.tsx'
import { draw } from './testing/draw.tsx'
import { widgetHost } from './testing/widget-host.ts'

const NOW = Date.parse('2026-11-24T22:15:00Z')
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  onTestFinished(() => void vi.useRealTimers())
})

test('the shown age of data grows, and its tooltip is the exact time', () => {
  const { host, signals } = widgetHost()
  signals.formats.set({ locale: 'en-GB', zone: 'Europe/Madrid' })
  const container = draw(<Age since={ago(40)} />, host)
  expect(container.textContent).toBe('40 min')
  expect(container.querySelector('time')?.title).toBe('24 Nov 2026, 22:35:00')
  act(() => vi.advanceTimersByTime(20 * MINUTE_MS))
  expect(container.textContent).toBe('1 h')
  act(() => signals.suspended.set(true))
  expect(vi.getTimerCount()).toBe(0)
  act(() => vi.advanceTimersByTime(60 * MINUTE_MS))
  act(() => signals.suspended.set(false))
  expect(container.textContent).toBe('2 h')
})

test('current data have no age and are not dimmed', () => {
  const container = draw(
    <Dimmed since={null}>
      5 % <Age since={null} />
    </Dimmed>,
    widgetHost().host,
  )
  expect(container.innerHTML).toBe('<div>5 % </div>')
})

test('old data are dimmed by a muted text colour', () => {
  const container = draw(<Dimmed since={ago(40)}>5 %</Dimmed>, widgetHost().host)
  expect(container.querySelector('div')?.dataset.old).toBe(ago(40))
  expect(container.querySelector('div')?.style.color).toBe('var(--muted-foreground)')
})
