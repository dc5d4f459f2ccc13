import {
  Age,
  AgentStatusIcon,
  agentColor,
  Dimmed,
  type SeriesView,
  useAgent,
  useConfig,
  useFormats,
  useSeries,
  useSize,
} from '@atalaya/module-sdk'
import { MetricPicker } from '@atalaya/module-sdk/metric-picker'
import { metricFormat, metricTitle } from '@atalaya/module-sdk/metrics'
import { useState } from 'react'
import { timeOf } from './metric.ts'
import { Plot, type Reading, readingAt } from './plot.tsx'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const spans: Record<string, number> = {
  '15 minutes': 15 * MINUTE_MS,
  '1 hour': HOUR_MS,
  '6 hours': 6 * HOUR_MS,
  '24 hours': DAY_MS,
  '7 days': 7 * DAY_MS,
  '30 days': 30 * DAY_MS,
}

/** One metric of an agent over time. */
export function AgentChart() {
  const { agentId, metric = 'cpu.percent', range, title } = useConfig()
  if (typeof agentId !== 'string' || agentId === '') return <Note text="Choose an agent in this module's settings." />
  const spanMs = spans[String(range)] ?? HOUR_MS
  return (
    <ChosenAgent
      agentId={agentId}
      metric={String(metric)}
      spanMs={spanMs}
      title={typeof title === 'string' ? title : ''}
    />
  )
}

type ChosenAgentProps = { agentId: string; metric: string; spanMs: number; title: string }

function ChosenAgent({ agentId, metric, spanMs, title }: ChosenAgentProps) {
  const view = useAgent(agentId)
  const series = useSeries(agentId, metric, spanMs)
  if (view.state === 'missing' || view.state === 'none' || series.state === 'missing') {
    return <Note text="This agent was deleted, or you may no longer see it." />
  }
  if (view.state === 'failed' || series.state === 'failed') return <Note text="The agent could not be read." />
  if (view.state === 'loading' || series.state === 'loading') return <Note text="Loading..." />
  const { oldSince } = view
  const { name, status } = view.agent
  const newest = view.samples.findLast(({ metrics }) => metrics[metric] !== undefined)?.metrics[metric]
  return (
    <ChartTile
      name={title || name || agentId}
      status={status}
      metric={metric}
      series={series}
      newest={newest ?? series.avg.findLast((value) => value !== null) ?? null}
      spanMs={spanMs}
      oldSince={oldSince}
    />
  )
}

type ChartTileProps = {
  name: string
  status: string
  metric: string
  series: Extract<SeriesView, { state: 'ready' }>
  newest: number | null
  spanMs: number
  /** Time of the newest numbers, if the agent or the server is away; null if they are current. */
  oldSince: string | null
}

function ChartTile({ name, status, metric, series, newest, spanMs, oldSince }: ChartTileProps) {
  const { height } = useSize()
  const formats = useFormats()
  const [cursorAt, setCursorAt] = useState<number | null>(null)
  const reading = cursorAt === null ? null : readingAt(series, cursorAt)
  const format = metricFormat(metric, formats)
  const isEmpty = series.avg.every((value) => value === null)
  const value = valueText(reading ? reading.point?.avg : newest, format)
  const when = reading && readingText(reading, format, (at) => timeOf(at, spanMs, formats))
  const isTall = height > 1
  return (
    <div className={`@container flex h-full overflow-hidden ${isTall ? 'flex-col gap-2 p-3' : 'gap-4 px-3 py-2'}`}>
      <div className={isTall ? 'flex items-start gap-3' : '@max-[20rem]:w-24 w-36 shrink-0 self-center'}>
        <div className="min-w-0 flex-1 leading-tight">
          <p className="flex items-center gap-1.5 font-semibold text-sm">
            <AgentStatusIcon status={status} className={`size-4 ${agentColor(status)}`} />
            <span className="truncate" title={name}>
              {name}
            </span>
            <span className="sr-only">{status}</span>
          </p>
          <MetricPicker metric={metric} metrics={series.metrics} />
        </div>
        <Dimmed
          since={oldSince}
          className={`min-w-0 whitespace-nowrap font-semibold tabular-nums leading-tight ${isTall ? 'max-w-2/3 text-right text-xl' : 'text-lg'}`}
        >
          <span data-figure>{value}</span>
          {(when || isTall) && (
            // Always there, so that the plot does not move.
            <span className="block h-4 truncate font-normal text-muted-foreground text-xs">
              {when ?? <Age since={oldSince} />}
            </span>
          )}
        </Dimmed>
      </div>
      {isEmpty ? (
        <Note text="Nothing was measured in this time." />
      ) : (
        <Dimmed since={oldSince} className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Plot
            series={series}
            metric={metric}
            hasAxes={isTall}
            reading={reading}
            onRead={setCursorAt}
            label={`${name}, ${metricTitle(metric)}`}
            valueText={`${when ?? 'Newest'}: ${value}`}
          />
          {!isTall && <Age since={oldSince} className="shrink-0 text-right text-xs leading-none" />}
        </Dimmed>
      )}
    </div>
  )
}

type Format = (value: number) => string

const valueText = (value: number | null | undefined, format: Format) => (value == null ? '–' : format(value))

/** Time, and minimum to maximum of that step, if they differ. */
function readingText({ at, point }: Reading, format: Format, timeAt: Format): string {
  const time = timeAt(point?.at ?? at)
  if (!point) return `${time} · no data`
  return point.max > point.min ? `${time} · ${format(point.min)} – ${format(point.max)}` : time
}

function Note({ text }: { text: string }) {
  return <p className="grid h-full flex-1 place-items-center p-3 text-center text-muted-foreground text-sm">{text}</p>
}
