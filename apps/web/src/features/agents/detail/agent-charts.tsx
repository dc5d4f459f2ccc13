import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { TimeChart } from '#web/features/agents/chart/time-chart.tsx'
import { chartsOf, metricsToLoad, otherMetrics } from '#web/features/agents/detail/chart-plan.ts'
import { RangePicker } from '#web/features/agents/detail/range-picker.tsx'
import { timeRangeOf } from '#web/features/agents/detail/time-ranges.ts'
import { metricOf } from '#web/features/agents/metrics.ts'
import { rangeQuery } from '#web/features/agents/telemetry.queries.ts'

const POINTS = 240
const NONE: string[] = []

/** Charts of one agent over a range that the address remembers, with one cursor for all of them. */
export function AgentCharts({ agentId }: { agentId: string }) {
  const [params, setParams] = useSearchParams()
  const [added, setAdded] = useState(NONE)
  const [cursor, setCursor] = useState<number | null>(null)
  const { key, spanMs, name } = timeRangeOf(params.get('range'))
  const metrics = metricsToLoad(added)
  const { data, isPending, isError } = useQuery({
    ...rangeQuery({ id: agentId, spanMs, points: POINTS, metrics }),
    placeholderData: keepPreviousData,
  })
  const charts = useMemo(() => (data ? chartsOf(data, added) : []), [data, added])
  const others = otherMetrics(data?.metrics ?? NONE)

  function choose(range: string) {
    setCursor(null)
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('range', range)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <section aria-label="Charts" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RangePicker value={key} onChange={choose} />
        {others.length > 0 && <AddedMetrics names={others} added={added} onChange={setAdded} />}
      </div>
      {isPending && <ChartSkeletons />}
      {isError && !data && <p className="text-muted-foreground">No data could be loaded for the last {name}.</p>}
      {data && (
        <div className="grid gap-4 lg:grid-cols-2">
          {charts.map(({ key, ...chart }) => (
            <Card key={key} className="min-w-0 p-4">
              <TimeChart {...chart} cursor={cursor} onCursor={setCursor} />
            </Card>
          ))}
        </div>
      )}
    </section>
  )
}

type AddedMetricsProps = { names: string[]; added: string[]; onChange: (added: string[]) => void }

function AddedMetrics({ names, added, onChange }: AddedMetricsProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm">
          <ChartLine aria-hidden />
          More charts
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-80 overflow-y-auto">
        {names.map((name) => (
          <DropdownMenuCheckboxItem
            key={name}
            checked={added.includes(name)}
            onCheckedChange={(on) => onChange(on ? [...added, name] : added.filter((other) => other !== name))}
            // Several at a time are common; the menu stays open.
            onSelect={(event) => event.preventDefault()}
          >
            {metricOf(name).title}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function ChartSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-56 rounded-xl" />
      ))}
    </div>
  )
}
