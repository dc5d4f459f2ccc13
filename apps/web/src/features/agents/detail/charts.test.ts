import { describe, expect, test } from 'vitest'
import { plotOf } from '#web/features/agents/chart/plot.ts'
import { readingsOf, readingsText } from '#web/features/agents/chart/readings.ts'
import { csvOf } from '#web/features/agents/detail/chart-file.ts'
import { metricsToLoad, otherMetrics } from '#web/features/agents/detail/chart-plan.ts'
import { chartsOf } from '#web/features/agents/detail/charts.ts'

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
  metrics: [] as string[],
}
const machine = { agentId: 'a', name: 'nas', range }
const chart = (key: string, weekBefore?: Parameters<typeof chartsOf>[2]['weekBefore'], machines = [machine]) => {
  const charts = chartsOf(machines, ['uptime.seconds'], { weekBefore, formats: {} })
  const found = charts.find((candidate) => candidate.key === key)
  if (!found) throw new Error(`No chart ${key}`)
  return { ...found, plot: plotOf(found.data, 400), text: readingsText(readingsOf({ ...found.data, ...found }, null)) }
}

test('a point of several values shows their minimum and maximum', () => {
  expect(chart('cpu').text).toBe('Used 12 % (least to most 5 % – 40 %)')
})

test('percentages are drawn from 0 to 100, and amounts up to the total, with their share', () => {
  expect(chart('cpu').plot.values.map(chart('cpu').plot.valueText)).toEqual(['0 %', '25 %', '50 %', '75 %', '100 %'])
  const { plot, text } = chart('memory')
  expect(text).toBe('Used 4 GiB, 25 %')
  expect(plot.values.map(plot.valueText)).toEqual(['0 GiB', '4 GiB', '8 GiB', '12 GiB', '16 GiB'])
  expect(plot.capacity).toHaveLength(1)
})

test('bounds in percent become amounts of the total', () => {
  expect(chart('cpu').data.bounds).toEqual({ warning: 85, critical: 97 })
  expect(chart('memory').data.bounds).toEqual({ warning: 0.85 * 16 * GIB, critical: 0.95 * 16 * GIB })
  expect(chart('disk').data.bounds).toBeUndefined()
})

test('at most one point is drawn for each pixel', () => {
  const long = Array.from({ length: 10_000 }, (_, n) => n % 100)
  const series = [{ metric: 'cpu.percent', min: long, avg: long, max: long }]
  const { data, plot } = chart('cpu', undefined, [{ ...machine, range: { ...range, counts: long, series } }])
  expect(data.series[0]?.points).toHaveLength(10_000)
  const drawn = plot.segments.flat(2)
  expect(drawn.length).toBeLessThanOrEqual(plot.innerWidth + 1)
  expect([Math.min(...drawn.map(({ min }) => min)), Math.max(...drawn.map(({ max }) => max))]).toEqual([0, 99])
})

test('cores are drawn in numeric order, each with its number, from 0 to 100 percent', () => {
  const names = Array.from({ length: 12 }, (_, n) => `cpu.percent:cpu${n}`)
  const cores = { ...range, series: names.map((name, n) => constant(name, n)), metrics: names.toSorted() }
  const found = chartsOf([{ ...machine, range: cores }], ['cpu.percent:'], { formats: {} }).find(
    ({ key }) => key === 'cpu.percent:',
  )
  expect(found?.data.series.map(({ name, number }) => `${number} ${name}`)).toEqual(
    names.map((_, n) => `${n + 1} cpu${n}`),
  )
  const colours = new Set(found?.data.series.map(({ color }) => color))
  expect([...colours]).toEqual(Array.from({ length: 8 }, (_, n) => `var(--chart-${n + 1})`))
  expect(found && plotOf(found.data, 400).values.at(-1)).toBe(100)
})

test('the ticks of a duration share one unit', () => {
  const { plot } = chart('uptime.seconds')
  expect(plot.values.map(plot.valueText)).toEqual(['0 h', '10 h', '20 h', '30 h'])
})

test('the week before is drawn at the same times, with a name', () => {
  const shiftMs = 7 * 86_400_000
  const weekBefore = { machines: [{ ...machine, range: { ...range, from: range.from - shiftMs } }], shiftMs }
  const [now, weekAgo] = chart('cpu', weekBefore).data.series
  expect(weekAgo).toMatchObject({ name: 'Used a week before', isWeekBefore: true, points: now?.points })
})

const machineNamed = (name: string, change: Partial<typeof range> = {}) => ({
  agentId: name,
  name,
  range: { ...range, metrics: ['cpu.percent', 'memory.used'], ...change },
})

describe('several machines', () => {
  const slower = { stepMs: 120_000, series: [constant('memory.used', GIB)], metrics: ['memory.used'] }
  const machines = [
    machineNamed('nas'),
    machineNamed('attic', slower),
    machineNamed('shed', { series: [], metrics: ['cpu.percent'] }),
  ]
  const titlesOf = (charts: ReturnType<typeof chartsOf>) => charts.map(({ title }) => title)

  test('have a chart for each metric, with a line for each machine with number, colour and name', () => {
    expect(titlesOf(chartsOf(machines, ['load.1'], { formats: {} }))).toEqual([
      ...['CPU', 'Memory', 'Disk', 'Network: received', 'Network: sent', 'Load, 1 min'],
    ])
    const { data } = chart('memory.used', undefined, machines)
    expect(data.series.map(({ name, number }) => [number, name])).toEqual([
      [1, 'nas'],
      [2, 'attic'],
      [3, 'shed'],
    ])
    expect(new Set(data.series.map(({ color }) => color)).size).toBe(3)
    // One machine's memory is no maximum for the others.
    expect([data.max, data.capacity]).toEqual([undefined, []])
  })

  test('show their shares, or that there are no data, or that the metric is not sent', () => {
    expect(chart('memory.used', undefined, machines).text).toBe('nas 4 GiB, 25 %, attic 1 GiB, shed not sent')
    expect(chart('cpu.percent', undefined, machines).text).toBe(
      'nas 12 % (least to most 5 % – 40 %), attic not sent, shed no data',
    )
  })

  test('keep their different steps on one axis', () => {
    const { data, plot } = chart('memory.used', undefined, machines)
    expect(data.series.map(({ step }) => step)).toEqual([60_000, 120_000, 60_000])
    expect(data.range).toEqual({ from: range.from, to: range.from + 240_000, step: 120_000 })
    expect(plot.numbers.map(({ number }) => number)).toEqual([1, 2])
  })

  test('have the week before only for machines that had data then', () => {
    const shiftMs = 7 * 86_400_000
    const weekBefore = { machines: [machineNamed('attic', { ...slower, from: range.from - shiftMs })], shiftMs }
    const { data } = chart('memory.used', weekBefore, machines)
    const shown = data.series.filter(({ isWeekBefore }) => isWeekBefore)
    expect(shown.map(({ name }) => name)).toEqual(['attic a week before'])
  })

  test('are in one CSV table with the agent in each row, and no name is a formula', () => {
    const [nas, attic] = [
      machineNamed('nas', { series: range.series.slice(0, 1) }),
      machineNamed('=1+1, attic', slower),
    ]
    expect(csvOf([nas, attic])).toBe(
      [
        'agent,name,time,cpu.percent avg,cpu.percent min,cpu.percent max,memory.used avg,memory.used min,memory.used max',
        'nas,nas,2026-03-01T12:00:00.000Z,12,5,40,,,',
        `"'=1+1, attic","'=1+1, attic",2026-03-01T12:00:00.000Z,,,,${GIB},${GIB},${GIB}`,
        '',
      ].join('\r\n'),
    )
  })
})

test('the disks of a machine have a line each on one axis, with number, name and share', () => {
  const metrics = ['cpu.percent', 'disk.used:root', 'disk.used:srv', 'pump:1']
  const series = [
    ...[constant('disk.used:root', GIB), constant('disk.total:root', 4 * GIB)],
    ...[constant('disk.used:srv', 6 * GIB), constant('disk.total:srv', 8 * GIB)],
  ]
  const machines = [{ ...machine, range: { ...range, metrics, series } }]
  expect(otherMetrics(metrics)).toEqual(['disk.used:', 'pump:1'])
  expect(metricsToLoad(['disk.used:']).slice(-2)).toEqual(['disk.used:', 'disk.total:'])
  const [diskChart] = chartsOf(machines, ['disk.used:'], { formats: {} }).slice(-1)
  if (!diskChart) throw new Error('There is no chart')
  expect(diskChart.title).toBe('Disk used, each')
  expect(diskChart.data.series.map(({ number }) => number)).toEqual([1, 2])
  expect(readingsText(readingsOf({ ...diskChart.data, ...diskChart }, null))).toBe('root 1 GiB, 25 %, srv 6 GiB, 75 %')
  expect([diskChart.data.capacity, diskChart.data.bounds]).toEqual([[], undefined])
  // A machine without parts has no such chart.
  expect(chartsOf([machine], ['disk.used:'], { formats: {} })).toHaveLength(4)
})

test('a CSV table has a row for each step with measurements', () => {
  expect(csvOf([{ ...machine, range: { ...range, series: range.series.slice(0, 1) } }])).toBe(
    'time,cpu.percent avg,cpu.percent min,cpu.percent max\r\n2026-03-01T12:00:00.000Z,12,5,40\r\n',
  )
})
