import {
  Age,
  AgentStatusIcon,
  type AgentView,
  agentColor,
  Dimmed,
  SeverityIcon,
  severityColor,
  useAgent,
  useConfig,
  useFormats,
  useSize,
} from '@atalaya/module-sdk'
import { MetricPicker } from '@atalaya/module-sdk/metric-picker'
import { metricTitle } from '@atalaya/module-sdk/metrics'
import { Arc, Bar } from './arc.tsx'
import { type Reading, readingOf } from './reading.ts'

type Ready = Extract<AgentView, { state: 'ready' }>

/** One number of an agent between its bounds. */
export function Gauge() {
  const { agentId } = useConfig()
  const view = useAgent(typeof agentId === 'string' ? agentId : '')
  if (view.state === 'none') return <Note text="Choose an agent in this module's settings." />
  if (view.state === 'loading') return <Note text="Loading..." />
  if (view.state === 'failed') return <Note text="The agent could not be read." />
  if (view.state === 'missing') return <Note text="This agent was deleted, or you may no longer see it." />
  return <GaugeOfAgent view={view} />
}

function GaugeOfAgent({ view: { agent, samples, oldSince } }: { view: Ready }) {
  const config = useConfig()
  const formats = useFormats()
  const { height } = useSize()
  const metric = typeof config.metric === 'string' ? config.metric : 'cpu.percent'
  const numbers = samples.findLast(({ metrics }) => metrics[metric] !== undefined)?.metrics ?? {}
  const reading = readingOf(metric, numbers, config, formats)
  const name = (typeof config.title === 'string' && config.title) || agent.name || agent.agentId
  const metrics = Object.keys(samples.at(-1)?.metrics ?? {})
  const since = reading ? oldSince : null
  const heading = <Heading name={name} status={agent.status} />
  if (height === 1) return <Line heading={heading} metric={metric} reading={reading} since={since} />
  return (
    <div className="@container h-full">
      <div className="flex h-full flex-col gap-1 overflow-hidden p-3 @max-[8rem]:p-2">
        <div className="shrink-0 leading-tight">
          {heading}
          <div className="flex items-center justify-between gap-2">
            <div className="min-w-0">
              <MetricPicker metric={metric} metrics={metrics} />
            </div>
            <Age since={since} className="shrink-0 text-muted-foreground text-xs" />
          </div>
        </div>
        {reading ? (
          <Dimmed since={since} className="flex min-h-0 flex-1 flex-col">
            {config.show === 'Number' ? <Large reading={reading} /> : <WithArc reading={reading} />}
          </Dimmed>
        ) : (
          <Note text={agent.isOnline ? 'This number was not measured yet.' : 'No numbers while the agent is away.'} />
        )}
      </div>
    </div>
  )
}

function Heading({ name, status }: { name: string; status: string }) {
  return (
    <p className="flex min-w-0 items-center gap-1.5 font-semibold text-sm">
      <AgentStatusIcon status={status} className={`size-4 shrink-0 ${agentColor(status)}`} />
      <span className="truncate" title={name}>
        {name}
      </span>
      <span className="sr-only">{status}</span>
    </p>
  )
}

type LineProps = { heading: React.ReactNode; metric: string; reading: Reading | undefined; since: string | null }

/** Content of a tile one row high; its parts are below each other if the tile is narrow. */
function Line({ heading, metric, reading, since }: LineProps) {
  return (
    <div className="@container h-full overflow-hidden">
      <div className="flex h-full flex-col justify-center gap-1 px-3 @max-[8rem]:px-2">
        <div className="flex items-center gap-2 @max-[10rem]:flex-col @max-[10rem]:items-start @max-[10rem]:gap-0.5">
          <div className="min-w-0 flex-1 leading-tight @max-[10rem]:w-full @max-[10rem]:flex-none">
            {heading}
            <p className="truncate text-muted-foreground text-xs" title={metricTitle(metric)}>
              {since ? <Age since={since} /> : metricTitle(metric)}
            </p>
          </div>
          <Dimmed since={since} className="max-w-2/3 shrink-0 @max-[10rem]:max-w-full">
            {reading ? (
              <Figure reading={reading} className="text-xl/6 @max-[8rem]:text-lg/5" />
            ) : (
              <span data-figure>–</span>
            )}
          </Dimmed>
        </div>
        {reading && (
          <Dimmed since={since}>
            <Bar reading={reading} />
          </Dimmed>
        )}
      </div>
    </div>
  )
}

/** The value, in its level's colour and with its sign. */
function Figure({ reading: { value, text, level }, className }: { reading: Reading; className: string }) {
  return (
    <p
      className={`flex min-w-0 items-center justify-center gap-1.5 font-semibold tabular-nums ${level ? severityColor(level) : ''} ${className}`}
    >
      {level && <SeverityIcon severity={level} className="size-[0.7em]" />}
      <span className="truncate" title={text(value)} data-figure>
        {text(value)}
      </span>
    </p>
  )
}

/** A bar takes the place of an arc that would be smaller than its number. */
function WithArc({ reading }: { reading: Reading }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-center gap-1 [container-type:size]">
      <div className="relative isolate aspect-[120/62] min-h-0 w-full shrink @max-[8rem]:aspect-auto">
        <div className="absolute inset-0 -z-10 @max-[8rem]:hidden">
          <Arc reading={reading} />
        </div>
        <div className="absolute inset-x-0 bottom-0 @max-[8rem]:static">
          <Figure
            reading={reading}
            className="text-[clamp(1.125rem,min(13cqw,22cqh),5rem)] leading-none @max-[8rem]:flex-col"
          />
        </div>
      </div>
      <div className="hidden shrink-0 @max-[8rem]:block">
        <Bar reading={reading} />
      </div>
      <Detail reading={reading} />
    </div>
  )
}

function Large({ reading }: { reading: Reading }) {
  return (
    <>
      <div className="grid min-h-0 flex-1 place-content-center [container-type:size]">
        <Figure reading={reading} className="text-[clamp(1.5rem,min(20cqw,60cqh),8rem)] leading-none" />
      </div>
      <Bar reading={reading} />
      <Detail reading={reading} />
    </>
  )
}

/** Amount and whole of a share, as in "3 GiB of 4 GiB"; else the ends of the arc. */
function Detail({ reading: { detail, minimum, maximum, text } }: { reading: Reading }) {
  return (
    <p className="shrink-0 text-balance text-center text-muted-foreground text-xs tabular-nums leading-tight">
      {detail || `${text(minimum)} – ${text(maximum)}`}
    </p>
  )
}

function Note({ text }: { text: string }) {
  return (
    <div className="@container h-full flex-1">
      <p className="grid h-full place-items-center px-2 py-1 text-center text-muted-foreground text-sm leading-tight @max-[8rem]:text-xs">
        {text}
      </p>
    </div>
  )
}
