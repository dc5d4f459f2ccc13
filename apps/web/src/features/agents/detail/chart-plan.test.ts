import { expect, test } from 'vitest'
import { plotOf } from '#web/features/agents/chart/plot.ts'
import { readingsOf, readingsText } from '#web/features/agents/chart/readings.ts'
import { csvOf } from '#web/features/agents/detail/chart-file.ts'
import { chartsOf } from '#web/features/agents/detail/chart-plan.ts'

const GIB = 1024 ** 3
const constant = (metric: string, value: number) => ({ metric, min: [value], avg: [value], max: [value] })
const range = {
  from: Date.parse('2026-03-01T12:00:00.000Z'),
  stepMs: 60_000,
  tier: '1m' as const,
  counts: [6, 0],
  series: [
    { metric: 'cpu.percent', min: [5, null], avg: [12, null], max: [40, null] },
    constant('memory.used', 4 * GIB),
    constant('memory.total', 16 * GIB),
    constant('uptime.seconds', 90_000),
  ],
  metrics: [],
}
const chart = (key: string, past?: Parameters<typeof chartsOf>[2]) => {
  const found = chartsOf(range, ['uptime.seconds'], past).find((one) => one.key === key)
  if (!found) throw new Error(`No chart ${key}`)
  return { ...found, plot: plotOf(found.data, 400), text: readingsText(readingsOf({ ...found.data, ...found }, null)) }
}

test('a point that stands for several values says the least and the most', () => {
  expect(chart('cpu').text).toBe('Used 12 % (least to most 5 % – 40 %)')
})

test('percentages are drawn from 0 to 100, amounts up to what there is in all, with their share beside them', () => {
  expect(chart('cpu').plot.values.map(chart('cpu').plot.valueText)).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %'])
  const { plot, text } = chart('memory')
  expect(text).toBe('Used 4 GiB, 25 %')
  expect(plot.values.map(plot.valueText)).toEqual(['0 GiB', '4 GiB', '8 GiB', '12 GiB', '16 GiB'])
  expect(plot.capacity).toHaveLength(1)
})

test('bounds are amounts of what there is in all', () => {
  expect(chart('cpu').data.bounds).toEqual({ warning: 85, critical: 97 })
  expect(chart('memory').data.bounds).toEqual({ warning: 0.85 * 16 * GIB, critical: 0.95 * 16 * GIB })
  expect(chart('disk').data.bounds).toBeUndefined()
})

test('the ticks of a duration share one unit', () => {
  const { plot } = chart('uptime.seconds')
  expect(plot.values.map(plot.valueText)).toEqual(['0 h', '10 h', '20 h', '30 h'])
})

test('the week before lies under the same time, and is named', () => {
  const shiftMs = 7 * 86_400_000
  const past = { range: { ...range, from: range.from - shiftMs }, shiftMs }
  const [now, before] = chart('cpu', past).data.series
  expect(before).toMatchObject({ name: 'Used a week before', isPast: true, points: now?.points })
})

test('a table has a row for each step that was measured', () => {
  expect(csvOf({ ...range, series: range.series.slice(0, 1) })).toBe(
    'time,cpu.percent avg,cpu.percent min,cpu.percent max\r\n2026-03-01T12:00:00.000Z,12,5,40\r\n',
  )
})
