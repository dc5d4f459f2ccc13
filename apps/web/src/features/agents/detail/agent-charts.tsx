import type { TimeSpan } from '@atalaya/charts/cursor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, History, ImageDown, ZoomOut } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { SharedChartNotes } from '#web/features/agents/chart/chart-notes.tsx'
import { type ChartMark, marksWithin } from '#web/features/agents/chart/marks.ts'
import { TimeChart } from '#web/features/agents/chart/time-chart.tsx'
import { agentCommandsQuery } from '#web/features/agents/commands/commands.queries.ts'
import { AddedMetrics } from '#web/features/agents/detail/added-metrics.tsx'
import { otherMetrics } from '#web/features/agents/detail/chart-plan.ts'
import { type ChartView, hasChartParams, viewOf, withView } from '#web/features/agents/detail/chart-view.ts'
import { marksOf } from '#web/features/agents/detail/command-marks.ts'
import { Compare } from '#web/features/agents/detail/compare.tsx'
import { CustomRange } from '#web/features/agents/detail/custom-range.tsx'
import { RangePicker } from '#web/features/agents/detail/range-picker.tsx'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { useChartData } from '#web/features/agents/detail/use-chart-data.ts'
import { usePreferences } from '#web/lib/preferences.ts'
import { saveFile } from '#web/lib/save-file.ts'

const ComparedWith = lazy(() =>
  import('#web/features/agents/detail/compared-with.tsx').then((m) => ({ default: m.ComparedWith })),
)

/** Maximum number of commands, the newest ones, that are marked at their start. */
const MARKED_MAX = 50

/** `otherMarks`: marks besides those of the agent's commands. */
type AgentChartsProps = { agentId: string; title: string; otherMarks: readonly ChartMark[] }

/** Charts of one agent. The time range is in the URL; all charts share one cursor. */
export function AgentCharts({ agentId, title, otherMarks }: AgentChartsProps) {
  const [params, setParams] = useSearchParams()
  const [cursor, setCursor] = useState<number | null>(null)
  const { preferences, isPending: arePreferencesPending, keep } = usePreferences()
  const view = useMemo(() => viewOf(params, Date.now(), preferences.charts), [params, preferences.charts])
  const isViewKnown = hasChartParams(params) || !arePreferencesPending
  const { machines, total, charts, isPending, isError } = useChartData(agentId, view, isViewKnown)
  const history = useQuery(agentCommandsQuery(agentId, 1, MARKED_MAX)).data?.commands
  const hasNoMachines = machines.length === 0
  // With the week before shown, an empty range is still worth drawing.
  const isBlank = !view.showsWeekBefore && machines.every(({ range }) => range.metrics.length === 0)
  const isCompared = view.tag !== null || view.comparedIds.length > 0
  const shownRange = charts[0]?.data.range
  const marks = useMemo(
    () => (shownRange ? [...marksOf(history ?? [], shownRange), ...marksWithin(otherMarks, shownRange)] : []),
    [history, otherMarks, shownRange],
  )
  const addable = otherMetrics([...new Set([...machines.flatMap(({ range }) => range.metrics), ...view.addedMetrics])])

  // Lazy: few users export a table or a picture.
  const table = useMutation({
    mutationFn: async () => {
      const { csvOf } = await import('#web/features/agents/detail/chart-file.ts')
      saveFile(`agent-${agentId}.csv`, csvOf(machines), 'text/csv')
    },
  })
  const picture = useMutation({
    mutationFn: async () => {
      const { imageOf } = await import('#web/features/agents/detail/chart-image.ts')
      saveFile(`agent-${agentId}.png`, await imageOf(title, charts, marks), 'image/png')
    },
  })

  function changeView(change: Partial<ChartView>, { replace }: { replace: boolean }) {
    setCursor(null)
    // Writes the whole view: a URL with only a part of it would ignore the saved preferences.
    const next = { ...view, ...change }
    setParams((oldParams) => withView(oldParams, next), { replace, preventScrollReset: true })
    const { range, addedMetrics, showsWeekBefore, comparedIds, tag } = next
    const isPreference = Object.keys(change).some((name) => name !== 'customSpan')
    if (!isPreference) return
    const look = { range, added: addedMetrics, hasWeekBefore: showsWeekBefore, beside: comparedIds }
    keep({ charts: { ...look, ...(tag !== null && { tag }) } })
  }
  const replaceView = (change: Partial<ChartView>) => changeView(change, { replace: true })
  // Pushes a history entry, so that the browser's back button zooms out.
  const zoom = (customSpan: TimeSpan | null) => changeView({ customSpan }, { replace: false })

  return (
    <section aria-label="Charts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <RangePicker
          value={view.customSpan ? null : view.range}
          onChange={(range) => replaceView({ range: timeRangeOf(range).key, customSpan: null })}
        />
        <CustomRange shown={shownRange} isCustom={view.customSpan !== null} onChoose={zoom} />
        {view.customSpan && (
          <Button variant="secondary" size="sm" onClick={() => zoom(null)}>
            <ZoomOut aria-hidden />
            Back to the last {timeRangeOf(view.range).name}
          </Button>
        )}
        <Button
          variant={view.showsWeekBefore ? 'default' : 'secondary'}
          size="sm"
          aria-pressed={view.showsWeekBefore}
          onClick={() => replaceView({ showsWeekBefore: !view.showsWeekBefore })}
        >
          <History aria-hidden />
          The week before
        </Button>
        <Compare agentId={agentId} comparedIds={view.comparedIds} tag={view.tag} onChange={replaceView} />
        <span className="grow max-sm:hidden" />
        {addable.length > 0 && (
          <AddedMetrics
            names={addable}
            added={view.addedMetrics}
            onChange={(addedMetrics) => replaceView({ addedMetrics })}
          />
        )}
        <Button variant="secondary" size="sm" disabled={isBlank} busy={table.isPending} onClick={() => table.mutate()}>
          <Download aria-hidden />
          CSV
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={isBlank}
          busy={picture.isPending}
          onClick={() => picture.mutate()}
        >
          <ImageDown aria-hidden />
          PNG
        </Button>
      </div>
      {isCompared && (
        <Suspense fallback={<div className="h-8" />}>
          <ComparedWith machines={machines} total={total} chosen={view} onChange={replaceView} />
        </Suspense>
      )}
      {isPending && <ChartSkeletons />}
      {isError && hasNoMachines && (
        <p className="text-muted-foreground">
          {view.customSpan
            ? 'No data could be loaded for this time.'
            : `No data could be loaded for the last ${timeRangeOf(view.range).name}.`}
        </p>
      )}
      {!hasNoMachines && isBlank && <p className="text-muted-foreground">Nothing was measured in this time.</p>}
      {!isBlank && (
        <>
          <div className="grid gap-4 lg:grid-cols-2">
            {charts.map(({ key, stepMs: _, ...chart }) => (
              <Card key={key} className="min-w-0 p-4">
                <TimeChart {...chart} marks={marks} cursor={cursor} onCursor={setCursor} onZoom={zoom} />
              </Card>
            ))}
          </div>
          <SharedChartNotes charts={charts} hasMarks={marks.length > 0} />
        </>
      )}
    </section>
  )
}

export function ChartSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-72 rounded-xl" />
      ))}
    </div>
  )
}
