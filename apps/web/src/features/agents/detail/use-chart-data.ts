import { weekBefore } from '@atalaya/charts/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metricsToLoad } from '#web/features/agents/detail/chart-plan.ts'
import type { ChartView } from '#web/features/agents/detail/chart-view.ts'
import { chartsOf } from '#web/features/agents/detail/charts.ts'
import type { Past } from '#web/features/agents/detail/machine-chart.ts'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { type MachineRange, machinesQuery } from '#web/features/agents/telemetry.queries.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Number of points requested for each line. */
const POINTS = 240

const NONE: MachineRange[] = []

/** Loads and builds the charts of a view, once the view is known; refetches while the range ends now. */
export function useChartData(id: string, view: ChartView, isViewKnown: boolean) {
  const formats = useFormats()
  const { range, customSpan, added, hasWeekBefore, beside, tag } = view
  const request = { id, beside, tag, points: POINTS, metrics: metricsToLoad(added) }
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    ...machinesQuery({ ...request, time: customSpan ?? { lastMs: timeRangeOf(range).spanMs } }),
    placeholderData: keepPreviousData,
    enabled: isViewKnown,
  })
  const { machines = NONE, total = 0 } = data ?? {}
  const shownRange = machines[0]?.range
  const from = shownRange?.from ?? 0
  const to = from + (shownRange?.counts.length ?? 0) * (shownRange?.stepMs ?? 0)
  const pastFrom = weekBefore(from, formats.zone)
  const { data: before } = useQuery({
    ...machinesQuery({ ...request, time: { from: pastFrom, to: pastFrom + to - from } }),
    placeholderData: keepPreviousData,
    enabled: hasWeekBefore && shownRange !== undefined && !isPlaceholderData,
  })
  const shiftMs = from - pastFrom
  const charts = useMemo(() => {
    const past: Past | undefined = hasWeekBefore && before ? { machines: before.machines, shiftMs } : undefined
    return chartsOf(machines, added, { past, formats })
  }, [machines, added, hasWeekBefore, before, shiftMs, formats])
  return { machines, total, charts, isPending, isError }
}
