import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CalendarEvent, CalendarState } from '../server/calendar-data.ts'
import definition from './index.tsx'

const NOW = Date.parse('2026-11-25T12:00:00Z')
let close: () => void
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const event = (change: Partial<CalendarEvent> & { title: string; from: string; to: string }): CalendarEvent => {
  const { from, to, ...rest } = change
  return { slot: 1, kind: 'instant', place: '', start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`), ...rest }
}
const dinner = event({ title: 'Dinner', place: 'Taberna', from: '2026-11-25T19:30', to: '2026-11-25T22:00' })
const trip = event({ title: 'Trip', slot: 2, kind: 'day', from: '2026-11-26T00:00', to: '2026-11-28T00:00' })

type Setup = { config?: object; isDisplay?: boolean; width?: number; height?: number; calendars?: CalendarState[] }

function show(events: CalendarEvent[], setup: Setup = {}) {
  const { config = {}, isDisplay = false, width = 2, height = 3, calendars = [] } = setup
  const asOf = new Date(NOW).toISOString()
  const view: SourceView = { state: 'ready', data: { calendars, events }, asOf, stale: false, error: null }
  const signals = {
    data: createSignal(view),
    config: createSignal(config),
    size: createSignal({ width, height }),
    awaySince: createSignal(null),
    suspended: createSignal(false),
    formats: createSignal({ locale: 'en-GB', zone: 'Europe/Madrid', hours: 24, firstDay: 7 }),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={{ ...signals, isDisplay } as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return container
}
const lines = (container: HTMLElement) => [...container.querySelectorAll('li')].map((line) => line.textContent)

test('the coming days are listed by name, with times in the viewer’s zone', () => {
  const [today, tomorrow, friday] = lines(show([dinner, trip], { config: { name1: 'Family' } }))
  expect(today).toBe('TodayWed, 25 Nov20:30Dinner, FamilyTaberna')
  expect(tomorrow).toBe('TomorrowThu, 26 Novall dayTrip')
  expect(friday).toBe('Fri, 27 Novall dayTrip')
})

test('the form sets the number of days, and a time without events is reported', () => {
  const far = event({ title: 'Far', from: '2026-12-05T10:00', to: '2026-12-05T11:00' })
  expect(show([far], { config: { days: 7 } }).textContent).toBe('Nothing in the next 7 days.')
  act(() => close())
  expect(show([far]).textContent).toContain('Far')
})

test('an event leaves the list when it is over', () => {
  const container = show([dinner, trip])
  expect(lines(container)).toHaveLength(3)
  act(() => vi.advanceTimersByTime(dinner.end - NOW + 60_000))
  expect(lines(container)).toHaveLength(2)
})

test('a tile one row high shows the next event before one that has begun', () => {
  const course = event({ title: 'Course', from: '2026-11-25T00:30', to: '2026-11-25T22:00' })
  expect(show([course, dinner], { height: 1 }).textContent).toBe('DinnerToday, 20:30+1 more')
})

test('a tile one row high shows the next event, and the number of others on its day', () => {
  const all = event({ title: 'Waste', kind: 'day', from: '2026-11-25T00:00', to: '2026-11-26T00:00' })
  const container = show([all, dinner], { height: 1 })
  expect(container.textContent).toBe('DinnerToday, 20:30+1 more')
})

test('a large tile has the month beside the agenda, with weeks from the chosen first day', () => {
  const container = show([dinner, trip], { width: 4, height: 5 })
  const heads = [...container.querySelectorAll('th')].map((head) => head.textContent)
  expect([heads[0], heads[6]]).toEqual(['Sun', 'Sat'])
  expect(container.querySelector('caption')?.textContent).toBe('November 2026')
  expect(container.querySelector('[aria-current=date]')?.textContent).toBe('2525 November, 1 event')
  expect(container.textContent).toContain('27 November, 1 event')
  expect(container.textContent).toContain('28 November, nothing')
  expect(lines(container)).toHaveLength(3)
})

describe('on a display', () => {
  test.each([1, 3])('in a tile of height %i texts and places are hidden', (height) => {
    const container = show([dinner], { isDisplay: true, height })
    expect(container.textContent).toContain('Busy')
    expect(container.innerHTML).not.toMatch(/Dinner|Taberna/)
  })
  test('texts are shown if the form allows it, and always outside of displays', () => {
    expect(show([dinner], { isDisplay: true, config: { hideOnDisplays: false } }).textContent).toContain('Dinner')
    act(() => close())
    expect(show([dinner], { config: { hideOnDisplays: true } }).textContent).toContain('Dinner')
  })
})

test.each<[string, Partial<CalendarState>, string, string]>([
  ['could not be read', { error: 'No' }, '1 calendar unread', 'Work: No'],
  [
    'repeats too often',
    { isPartial: true },
    'Some events are missing',
    "Work: an event can't be read, or repeats too often",
  ],
])('a calendar that %s is reported beside the events of the others', (_name, change, text, why) => {
  const calendars = [{ slot: 2, error: null, isPartial: false, ...change } as CalendarState]
  const container = show([dinner], { calendars, config: { name2: 'Work' } })
  expect(container.textContent).toContain(text)
  expect(container.querySelector('[title^="Work"]')?.getAttribute('title')).toBe(why)
})

test('an event has the colour that the form gives its calendar, else one of ours', () => {
  const colour = (config: object) => show([dinner], { config }).querySelector('li span[style]')?.getAttribute('style')
  expect(colour({ color1: '#123456' })).toContain('rgb(18, 52, 86)')
  act(() => close())
  expect(colour({ color1: '' })).toContain('rgb(224, 135, 42)')
})

test('an event without a title is shown as untitled, also in a tile one row high', () => {
  const untitled = { ...dinner, title: '' }
  expect(show([untitled]).textContent).toContain('Untitled')
  act(() => close())
  expect(show([untitled], { height: 1 }).textContent).toBe('UntitledToday, 20:30')
})

test('the day of an event does not depend on the reader’s zone a second time', () => {
  const late = event({ title: 'Late', from: '2026-11-27T22:30', to: '2026-11-27T22:45' })
  expect(lines(show([late]))[0]).toContain('Fri, 27 Nov23:30Late')
})

test('a day of the month has at most four dots, and the days of other months are muted', () => {
  const many = Array.from({ length: 6 }, () => dinner)
  const container = show(many, { width: 4, height: 5 })
  const today = container.querySelector('[aria-current=date]')
  expect(today?.querySelectorAll('[aria-hidden=true] > span')).toHaveLength(4)
  expect(today?.className).not.toContain('text-muted-foreground')
  expect(container.querySelector('td')?.textContent).toContain('1 November')
  const last = [...container.querySelectorAll('td')].at(-1)
  expect([last?.textContent, last?.className.includes('text-muted-foreground')]).toEqual(['55 December, nothing', true])
})

test('a tile that is wide and low, or high and narrow, has no month', () => {
  const hasMonth = (width: number, height: number) => show([dinner], { width, height }).querySelector('table') !== null
  const shown: boolean[] = []
  for (const [width, height] of [
    [4, 3],
    [2, 5],
    [3, 4],
  ] as const) {
    shown.push(hasMonth(width, height))
    act(() => close())
  }
  expect(shown).toEqual([false, false, true])
})
