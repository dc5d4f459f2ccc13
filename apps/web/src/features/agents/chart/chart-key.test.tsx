import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChartKey } from '#web/features/agents/chart/chart-key.tsx'
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

const said = (hasGaps: boolean) =>
  render(<ChartKey data={data} hasMarks={false} hasGaps={hasGaps} stepMs={15_000} format={String} />).container
    .textContent

test('what is hatched in a chart is explained beneath it, and nothing that is not there', () => {
  expect(said(true)).toBe('Line: average of 15 s; shade: least to most. Hatched: nothing was measured.')
  expect(said(false)).toBe('Line: average of 15 s; shade: least to most.')
})
