import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pickAll } from '../pick.ts'
import { planOf } from '../plan.ts'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: Date.parse('2026-11-25T12:00:00Z') })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Draws a widget with this configuration and this answer of its service. */
function show(form: Record<string, unknown>, answer: unknown, height = 2): HTMLElement {
  const config = { address: 'https://a.test', ...form }
  const values = pickAll(
    answer,
    planOf(config).values.map(({ path }) => path),
  )
  const host = {
    suspended: createSignal(false),
    awaySince: createSignal(null),
    config: createSignal(config),
    formats: createSignal({ locale: 'en-GB', zone: 'UTC' }),
    size: createSignal({ width: 2, height }),
    data: createSignal({
      state: 'ready',
      data: { values },
      asOf: new Date().toISOString(),
      stale: false,
      error: null,
    }),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return container
}

const figure = (container: HTMLElement) => container.querySelector('[data-figure]')?.textContent
const texts = (container: HTMLElement, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('the first value is shown large with its unit and decimals, and the others in a list below', () => {
  const values = [
    { label: 'Load', path: 'load', unit: '%', decimals: 1 },
    { label: 'Free', path: 'free', unit: 'B' },
    { path: 'on' },
  ]
  const container = show({ values, show: 'Number' }, { load: 12, free: 2048, on: true })
  expect(figure(container)).toBe('12.0 %')
  expect(texts(container, 'li')).toEqual(['Free2 KiB', 'onyes'])
})

test('by default a single value is shown as a number, and several as a list', () => {
  expect(figure(show({ values: [{ path: 'n' }] }, { n: 1.239 }))).toBe('1.24')
  act(() => close())
  expect(texts(show({ values: [{ path: 'n' }, { path: 'm' }] }, { n: 1, m: null }), 'li')).toEqual(['n1', 'm–'])
})

test('a wrong path shows its fault in its row, and the other values are shown', () => {
  const values = [{ path: 'gone' }, { path: 'all' }, { path: 'a..b' }, { path: 'n' }]
  const container = show({ values, show: 'List' }, { n: 5, all: [1] })
  expect(texts(container, 'li')).toEqual(['gonenot in the answer', 'allseveral values', 'a..bnot a path', 'n5'])
  expect(container.querySelector('[title="gone: not in the answer"]')).not.toBeNull()
})

const rows = [
  { name: 'S3', at: '2026-11-25T12:04:00Z' },
  { name: 'S7', at: '2026-11-25T12:09:00+00:00' },
]
const columns = [
  { label: 'Line', path: '[].name' },
  { label: 'At', path: '[].at' },
]

test('several columns are shown as a table, with instants as times', () => {
  const container = show({ values: columns, show: 'Table' }, rows)
  expect(texts(container, 'th')).toEqual(['Line', 'At'])
  expect(texts(container, 'tbody tr')).toEqual(['S312:04', 'S712:09'])
})

test('a tile one row high shows a table as a list', () => {
  expect(texts(show({ values: columns, show: 'Table' }, rows, 1), 'li')).toEqual(['S312:04', 'S712:09'])
})

test('an instant of today becomes “yesterday” at midnight, in all views', () => {
  for (const shown of ['Number', 'List', 'Table']) {
    vi.setSystemTime(new Date('2026-11-25T23:59:40Z'))
    const container = show({ values: columns, show: shown }, rows)
    expect(container.textContent).toContain('12:04')
    act(() => vi.advanceTimersByTime(20_000))
    expect(container.textContent).toContain('yesterday')
    expect(container.textContent).not.toContain('12:04')
    act(() => close())
  }
})

test('an empty list is reported as empty', () => {
  for (const shown of ['List', 'Table', 'Chart']) {
    expect(show({ values: columns, show: shown }, []).textContent).toBe('a.testThe list is empty.')
    act(() => close())
  }
})

test('a list of numbers is drawn as a chart from minimum to maximum, with gaps for missing values', () => {
  const values = [{ label: 'Price', path: 'price[]', unit: '€', decimals: 2 }]
  const container = show({ values, show: 'Chart', title: 'Power' }, { price: [3, '4.5', null, 1] })
  expect(figure(container)).toBe('1.00 – 4.50')
  expect(container.querySelector('svg')?.getAttribute('aria-label')).toBe('Price: 3 values from 1.00 to 4.50 €')
  expect(container.querySelector('path:last-child')?.getAttribute('d')).toMatch(/^M[^M]+M[^M]+$/)
})

test.each([
  [{ n: 1 }, 'A chart needs a list of numbers: a path with [].'],
  [{}, 'nnot in the answer'],
])('a chart without a list of numbers shows an error: %j', (answer, text) => {
  expect(show({ values: [{ path: 'n' }], show: 'Chart' }, answer).textContent).toBe(`a.test${text}`)
})

test('a value is rounded to whole numbers if the form asks for no decimals', () => {
  expect(figure(show({ values: [{ path: 'n', decimals: 0 }], show: 'Number' }, { n: 12.34 }))).toBe('12')
})

test.each([
  [2048, 'B', '2 KiB'],
  [2048, 'B/s', '2 KiB/s'],
  [1.5, 'kWh', '1.5 kWh'],
  ['on', 'B/s', 'on B/s'],
  [null, '%', '–'],
])('the value %j in %s is shown as %s', (n, unit, text) => {
  expect(figure(show({ values: [{ path: 'n', unit }], show: 'Number' }, { n }))).toBe(text)
})

test('a chart of one value all along shows that value once', () => {
  expect(figure(show({ values: [{ path: 'n[]' }], show: 'Chart' }, { n: [2, 2, 2] }))).toBe('2')
})

test('a tile one row high shows the first four values', () => {
  const values = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path }))
  const container = show({ values, show: 'List' }, { a: 1, b: 2, c: 3, d: 4, e: 5 }, 1)
  expect(texts(container, 'li')).toEqual(['a1', 'b2', 'c3', 'd4'])
})

test('a list has room for four columns', () => {
  const values = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: `[].${name}` }))
  expect(texts(show({ values, show: 'List' }, [{ a: 1, b: 2, c: 3, d: 4, e: 5 }]), 'li')).toEqual(['1234'])
})

test('a single value beside a list stands in the first row of the table alone', () => {
  const container = show({ values: [{ path: 'name' }, { path: 'n[]' }], show: 'Table' }, { name: 'nas', n: [1, 2] })
  expect(texts(container, 'tbody tr')).toEqual(['nas1', '2'])
})
