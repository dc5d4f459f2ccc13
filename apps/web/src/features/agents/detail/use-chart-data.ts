import { weekBefore } from '@atalaya/charts/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chartsOf, metricsToLoad, type Past } from '#web/features/agents/detail/chart-plan.ts'
import type { ChartView } from '#web/features/agents/detail/chart-view.ts'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { rangeQuery, spanQuery } from '#web/features/agents/telemetry.queries.ts'

const POINTS = 240

/** The charts of a view of an agent, once it is known which, read again while it shows what is measured now. */
export function useChartData(id: string, { range, own, added, hasWeekBefore }: ChartView, isKnown: boolean) {
  const asked = { id, points: POINTS, metrics: metricsToLoad(added) }
  const { spanMs } = timeRangeOf(range)
  const live = useQuery({
    ...rangeQuery({ ...asked, spanMs }),
    placeholderData: keepPreviousData,
    enabled: isKnown && !own,
  })
  const fixed = useQuery({
    ...spanQuery({ ...asked, ...(own ?? { from: 0, to: 0 }) }),
    placeholderData: keepPreviousData,
    enabled: own !== null,
  })
  const { data, isPending, isError, isPlaceholderData } = own ? fixed : live
  const from = data?.from ?? 0
  const to = from + (data?.counts.length ?? 0) * (data?.stepMs ?? 0)
  const start = weekBefore(from)
  const { data: before } = useQuery({
    ...spanQuery({ ...asked, from: start, to: start + to - from }),
    placeholderData: keepPreviousData,
    enabled: hasWeekBefore && data !== undefined && !isPlaceholderData,
  })
  const shiftMs = from - start
  const charts = useMemo(() => {
    const past: Past | undefined = hasWeekBefore && before ? { range: before, shiftMs } : undefined
    return data ? chartsOf(data, added, past) : []
  }, [data, added, hasWeekBefore, before, shiftMs])
  return { data, charts, isPending, isError }
}
