import { weekBefore } from '@atalaya/charts/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metricsToLoad } from '#web/features/agents/detail/chart-plan.ts'
import type { ChartView } from '#web/features/agents/detail/chart-view.ts'
import { chartsOf } from '#web/features/agents/detail/charts.ts'
import type { WeekBefore } from '#web/features/agents/detail/machine-chart.ts'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { type MachineRange, machinesQuery } from '#web/features/agents/telemetry.queries.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Number of points requested for each line. */
const POINTS = 240

const NONE: MachineRange[] = []

/** Loads and builds the charts of a view, once the view is known; refetches while the range ends now. */
export function useChartData(id: string, view: ChartView, isViewKnown: boolean) {
  const formats = useFormats()
  const { range, customSpan, addedMetrics, showsWeekBefore, comparedIds, tag } = view
  const request = { id, comparedIds, tag, points: POINTS, metrics: metricsToLoad(addedMetrics) }
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    ...machinesQuery({ ...request, time: customSpan ?? { lastMs: timeRangeOf(range).spanMs } }),
    placeholderData: keepPreviousData,
    enabled: isViewKnown,
  })
  const { machines = NONE, total = 0 } = data ?? {}
  const shownRange = machines[0]?.range
  const from = shownRange?.from ?? 0
  // One count per step, so that their number gives the length of the range.
  const to = from + (shownRange?.counts.length ?? 0) * (shownRange?.stepMs ?? 0)
  const weekBeforeFrom = weekBefore(from, formats.zone)
  const { data: weekBeforeData } = useQuery({
    ...machinesQuery({ ...request, time: { from: weekBeforeFrom, to: weekBeforeFrom + to - from } }),
    placeholderData: keepPreviousData,
    enabled: showsWeekBefore && shownRange !== undefined && !isPlaceholderData,
  })
  const shiftMs = from - weekBeforeFrom
  const charts = useMemo(() => {
    const shown: WeekBefore | undefined =
      showsWeekBefore && weekBeforeData ? { machines: weekBeforeData.machines, shiftMs } : undefined
    return chartsOf(machines, addedMetrics, { weekBefore: shown, formats })
  }, [machines, addedMetrics, showsWeekBefore, weekBeforeData, shiftMs, formats])
  return { machines, total, charts, isPending, isError }
}
