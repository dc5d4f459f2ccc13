import type { TimeSpan } from '@atalaya/charts/cursor'
import { Download, History, ZoomOut } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { TimeChart } from '#web/features/agents/chart/time-chart.tsx'
import { AddedMetrics } from '#web/features/agents/detail/added-metrics.tsx'
import { csvOf } from '#web/features/agents/detail/chart-file.ts'
import { otherMetrics } from '#web/features/agents/detail/chart-plan.ts'
import { type ChartView, viewOf, withView } from '#web/features/agents/detail/chart-view.ts'
import { OwnRange } from '#web/features/agents/detail/own-range.tsx'
import { RangePicker } from '#web/features/agents/detail/range-picker.tsx'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { useChartData } from '#web/features/agents/detail/use-chart-data.ts'
import { saveFile } from '#web/lib/save-file.ts'

/** Charts of one agent over a time that the address remembers, with one cursor for all of them. */
export function AgentCharts({ agentId }: { agentId: string }) {
  const [params, setParams] = useSearchParams()
  const [cursor, setCursor] = useState<number | null>(null)
  const view = useMemo(() => viewOf(params, Date.now()), [params])
  const { data, charts, isPending, isError } = useChartData(agentId, view)
  const others = otherMetrics([...new Set([...(data?.metrics ?? []), ...view.added])])

  function change(next: Partial<ChartView>, replace: boolean) {
    setCursor(null)
    setParams((before) => withView(before, next), { replace, preventScrollReset: true })
  }
  // The browser's way back leads out of a part of the time.
  const zoom = (own: TimeSpan) => change({ own }, false)

  return (
    <section aria-label="Charts" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <RangePicker
          value={view.own ? null : view.range}
          onChange={(range) => change({ range: timeRangeOf(range).key, own: null }, true)}
        />
        <OwnRange shown={charts[0]?.data.range} isOwn={view.own !== null} onChoose={zoom} />
        {view.own && (
          <Button variant="secondary" size="sm" onClick={() => change({ own: null }, false)}>
            <ZoomOut aria-hidden />
            Back to the last {timeRangeOf(view.range).name}
          </Button>
        )}
        <Button
          variant={view.hasWeekBefore ? 'default' : 'secondary'}
          size="sm"
          aria-pressed={view.hasWeekBefore}
          onClick={() => change({ hasWeekBefore: !view.hasWeekBefore }, true)}
        >
          <History aria-hidden />
          The week before
        </Button>
        <span className="grow" />
        {others.length > 0 && (
          <AddedMetrics names={others} added={view.added} onChange={(added) => change({ added }, true)} />
        )}
        <Button
          variant="secondary"
          size="sm"
          disabled={!data}
          onClick={() => data && saveFile(`agent-${agentId}.csv`, csvOf(data), 'text/csv')}
        >
          <Download aria-hidden />
          CSV
        </Button>
      </div>
      {isPending && <ChartSkeletons />}
      {isError && !data && (
        <p className="text-muted-foreground">
          {view.own
            ? 'No data could be loaded for this time.'
            : `No data could be loaded for the last ${timeRangeOf(view.range).name}.`}
        </p>
      )}
      {data && (
        <div className="grid gap-4 lg:grid-cols-2">
          {charts.map(({ key, ...chart }) => (
            <Card key={key} className="min-w-0 p-4">
              <TimeChart {...chart} cursor={cursor} onCursor={setCursor} onZoom={zoom} />
            </Card>
          ))}
        </div>
      )}
    </section>
  )
}

function ChartSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-72 rounded-xl" />
      ))}
    </div>
  )
}
