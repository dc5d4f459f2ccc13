import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChartNotes, SharedChartNotes } from '#web/features/agents/chart/chart-notes.tsx'
import type { ChartData } from '#web/features/agents/chart/plot.ts'

const data: ChartData = {
  series: [
    { key: 'a', name: 'Used', color: 'var(--chart-1)', points: [{ at: 0, min: 1, avg: 2, max: 3 }], step: 15_000 },
  ],
  range: { from: 0, to: 60_000, step: 15_000 },
  max: undefined,
  base: 10,
  ticks: () => ({ text: String }),
  capacity: [],
  bounds: undefined,
  formats: {},
}

const withoutGaps = { ...data, range: { from: 0, to: 15_000, step: 15_000 } }
const withBounds = {
  ...withoutGaps,
  capacity: [{ at: 0, min: 8, avg: 8, max: 8 }],
  bounds: { warning: 6, critical: 7 },
}

const textOfSharedNotes = (charts: ChartData[]) =>
  render(<SharedChartNotes charts={charts.map((data) => ({ data, stepMs: 15_000 }))} hasMarks={false} />).container
    .textContent

test('the key below the charts explains only marks that they contain, once', () => {
  expect(textOfSharedNotes([withoutGaps, data, data])).toBe(
    'Line: average of 15 s; shade: least to most. Hatched: nothing was measured.',
  )
  expect(textOfSharedNotes([withoutGaps, withBounds])).toBe('Line: average of 15 s; shade: least to most.')
})

test('each chart explains its own lines', () => {
  const textOf = (data: ChartData) => render(<ChartNotes data={data} format={String} />).container.textContent
  expect(textOf(withBounds)).toBe('Grey line: 8 in all. Dotted: high from 6, critical from 7.')
  expect(textOf(data)).toBe('')
})
