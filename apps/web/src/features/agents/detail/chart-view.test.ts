import { expect, test } from 'vitest'
import { spanError, viewOf, withView } from '#web/features/agents/detail/chart-view.ts'

const NOW = Date.parse('2026-03-29T12:00:00.000Z')
const HOUR_MS = 3_600_000
const view = (search: string) => viewOf(new URLSearchParams(search), NOW)
const standardView = {
  range: '1h',
  customSpan: null,
  addedMetrics: [],
  showsWeekBefore: false,
  comparedIds: [] as string[],
  tag: null,
}

test.each([
  ['', standardView],
  ['range=7d&before=week', { ...standardView, range: '7d', showsWeekBefore: true }],
  ['charts=load.1,,load.1,NO,pump.flow', { ...standardView, addedMetrics: ['load.1', 'pump.flow'] }],
  ['range=2h&before=year', standardView],
  ['from=2026-03-28T12:00:00Z', standardView],
  ['from=then&to=now', standardView],
  ['with=b,,c,b&tag=%20wall%20', { ...standardView, comparedIds: ['b', 'c'], tag: 'wall' }],
  [`with=${'x'.repeat(65)}&tag=`, standardView],
])('the address "%s" is understood', (search, expected) => {
  expect(view(search)).toEqual(expected)
})

test('an address without a view shows the saved one, and one with a view overrides it', () => {
  const look = { range: '7d' as const, added: ['load.1'], hasWeekBefore: true, beside: ['b'], tag: 'wall' }
  const shown = { addedMetrics: ['load.1'], showsWeekBefore: true, comparedIds: ['b'], tag: 'wall' }
  expect(viewOf(new URLSearchParams('tab=x'), NOW, look)).toEqual({ range: '7d', customSpan: null, ...shown })
  expect(viewOf(new URLSearchParams('range=6h'), NOW, look)).toEqual({ ...standardView, range: '6h' })
  const withLoad = { ...standardView, addedMetrics: ['load.1'] }
  expect(viewOf(new URLSearchParams(), NOW, { added: ['load.1'] })).toEqual(withLoad)
})

test.each([
  {
    range: '15m',
    customSpan: null,
    addedMetrics: ['load.1', 'disk:a.used'],
    showsWeekBefore: true,
    comparedIds: [],
    tag: 'a, b',
  },
  {
    range: '1y',
    customSpan: { from: NOW - HOUR_MS, to: NOW },
    addedMetrics: [],
    showsWeekBefore: false,
    comparedIds: ['b', 'c'],
    tag: null,
  },
] as const)('the chosen view is read back from the address, and its other parts stay: %o', (chosen) => {
  const params = withView(new URLSearchParams('tab=x&before=week'), {
    ...chosen,
    addedMetrics: [...chosen.addedMetrics],
    comparedIds: [...chosen.comparedIds],
  })
  expect(viewOf(params, NOW)).toEqual(chosen)
  expect(params.get('tab')).toBe('x')
})

test.each([
  [Number.NaN, NOW, 'from'],
  [NOW - HOUR_MS, Number.NaN, 'to'],
  [NOW, NOW + HOUR_MS, 'from'],
  [NOW - HOUR_MS, NOW - 2 * HOUR_MS, 'to'],
  [NOW - HOUR_MS, NOW - HOUR_MS + 59_999, 'to'],
  [NOW - HOUR_MS, NOW + HOUR_MS, undefined],
  [NOW - 400 * 24 * HOUR_MS, NOW, undefined],
  [NOW - 401 * 24 * HOUR_MS, NOW, 'from'],
])('a span from %d to %d has its error in %s', (from, to, field) => {
  expect(spanError({ from, to }, NOW)?.field).toBe(field)
})
