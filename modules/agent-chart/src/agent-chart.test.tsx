import { type Host, HostContext, type SeriesView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'
import { timeOf } from './metric.ts'

const MINUTE = 60_000
const FROM = Date.parse('2026-03-01T12:00:00Z')
const at = (minutes: number) => timeOf(FROM + minutes * MINUTE, 60 * MINUTE, {})

/** A test may show several widgets; each ends with it. */
const closes: (() => void)[] = []
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => {
    for (const close of closes.splice(0)) close()
  })
  vi.unstubAllGlobals()
})

type Setup = { config?: object; metrics?: Record<string, number>[]; width?: number; name?: string | null }

/** Draws a widget whose agent measured these averages, one a minute. */
async function show(avg: (number | null)[], awaySince: string | null = null, setup: Setup = {}) {
  const { config = {}, metrics = [], width = 1, name = 'nas' } = setup
  const spread = (by: number) => avg.map((value) => (value === null ? null : value + by * width))
  const requests: unknown[][] = []
  const samples = metrics.map((numbers) => ({ agentId: 'a', at: new Date(FROM).toISOString(), metrics: numbers }))
  const series: Extract<SeriesView, { state: 'ready' }> = {
    state: 'ready',
    from: FROM,
    stepMs: MINUTE,
    avg,
    min: spread(-2),
    max: spread(3),
    metrics: ['cpu.percent'],
  }
  const signal = createSignal<SeriesView>(series)
  const agent = { agentId: 'a', name, status: 'online', isOnline: true, lastSeen: null }
  const host = {
    config: createSignal({ agentId: 'a', metric: 'cpu.percent', ...config }),
    formats: createSignal({}),
    suspended: createSignal(false),
    awaySince: createSignal(awaySince),
    size: createSignal({ width: 2, height: 2 }),
    agent: () => createSignal({ state: 'ready', agent, samples, oldSince: awaySince }),
    series: (...wanted: unknown[]) => {
      requests.push(wanted)
      return signal
    },
  }
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  closes.push(() => {
    root.unmount()
    container.remove()
  })
  await act(async () =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const slider = container.querySelector<HTMLElement>('[role="slider"]') ?? expect.unreachable('there is a slider')
  slider.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect
  const point = (type: string, clientX: number, pointerType: string) =>
    act(async () => {
      slider.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerType }))
    })
  const press = (key: string) =>
    act(async () => {
      slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
  const valueText = () => slider.getAttribute('aria-valuetext')
  const measure = (change: Partial<typeof series>) => act(async () => signal.set({ ...series, ...change }))
  return { container, slider, point, press, valueText, measure, requests }
}

test('the arrow keys move through time, and the value is shown and announced', async () => {
  const { container, slider, press, valueText } = await show([10, 20, 30, 40, 50])
  expect(slider.getAttribute('aria-label')).toBe('nas, CPU over time')
  expect(valueText()).toBe('Newest: 50 %')
  await press('ArrowLeft')
  expect(valueText()).toBe(`${at(3)} · 38 % – 43 %: 40 %`)
  expect(container.textContent).toContain(`40 %${at(3)} · 38 % – 43 %`)
  await press('Home')
  expect(valueText()).toBe(`${at(0)} · 8 % – 13 %: 10 %`)
  await act(async () => slider.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(valueText()).toBe('Newest: 50 %')
})

test('a tapped value stays shown, and one under the mouse only until the mouse leaves', async () => {
  const { point, valueText } = await show([10, 20, 30, 40, 50])
  await point('pointerdown', 300, 'touch')
  await point('pointerout', 300, 'touch')
  expect(valueText()).toBe(`${at(2)} · 28 % – 33 %: 30 %`)
  await point('pointermove', 201, 'mouse')
  expect(valueText()).toBe(`${at(1)} · 18 % – 23 %: 20 %`)
  await point('pointerout', 90, 'mouse')
  expect(valueText()).toBe('Newest: 50 %')
})

test('a value under the cursor follows the newest answer, and is left when its time is no longer shown', async () => {
  const { point, valueText, measure } = await show([10, 20, 30, 40, 50])
  await point('pointerdown', 300, 'touch')
  await measure({ avg: [60, 70, 80, 90, 95] })
  expect(valueText()).toBe(`${at(2)} · 28 % – 33 %: 80 %`)
  await measure({ from: FROM + 3 * MINUTE })
  expect(valueText()).toBe('Newest: 50 %')
})

test('a time without measurements is announced as no data', async () => {
  const { press, valueText } = await show([10, 20, 30, null, null, null, null, null, null, null, 40])
  await press('ArrowLeft')
  await press('ArrowLeft')
  await press('ArrowLeft')
  expect(valueText()).toBe(`${at(7)} · no data: –`)
})

test('while the server is away, the chart shows its end time and the age of its number', async () => {
  vi.setSystemTime(FROM + 44 * MINUTE)
  const { container } = await show([10, 20, 30, 40, 50], new Date(FROM + 4 * MINUTE).toISOString())
  vi.useRealTimers()
  expect(container.textContent).toContain('50 %40 min')
  expect(container.textContent).toMatch(new RegExp(`${at(4)}$`))
  expect(container.textContent).not.toContain('now')
  expect((await show([10])).container.textContent).toMatch(/now$/)
})

test.each([
  ['15 minutes', 15],
  ['24 hours', 24 * 60],
  ['30 days', 30 * 24 * 60],
  [undefined, 60],
])('the past of %s is %i minutes', async (range, minutes) => {
  const { requests } = await show([10], null, { config: { range } })
  expect(requests[0]).toEqual(['a', 'cpu.percent', minutes * MINUTE])
})

test('the shown number is the newest sample, else the newest average', async () => {
  const metrics: Record<string, number>[] = [{ 'cpu.percent': 7 }, { 'cpu.percent': 8 }, { 'load.1': 1 }]
  expect((await show([10, 20], null, { metrics })).valueText()).toBe('Newest: 8 %')
  expect((await show([10, 20, null])).valueText()).toBe('Newest: 20 %')
})

test('a time with a single value shows no range', async () => {
  const { press, valueText } = await show([10, 20, 30], null, { width: 0 })
  await press('ArrowLeft')
  expect(valueText()).toBe(`${at(1)}: 20 %`)
})

test('a chart has its title, else the name of its agent, else its id', async () => {
  const label = async (setup: Setup) => (await show([10], null, setup)).slider.getAttribute('aria-label')
  expect(await label({ config: { title: 'Attic' } })).toBe('Attic, CPU over time')
  expect(await label({})).toBe('nas, CPU over time')
  expect(await label({ name: null })).toBe('a, CPU over time')
})
