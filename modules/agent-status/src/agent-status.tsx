import {
  Age,
  AgentStatusIcon,
  type AgentView,
  agentColor,
  Dimmed,
  useAgent,
  useConfig,
  useSize,
} from '@atalaya/module-sdk'
import { type Load, loadOf, percentText } from './load.ts'
import { Loads } from './loads.tsx'

type Ready = Extract<AgentView, { state: 'ready' }>

/** Status of one agent, with its machine's load. */
export function AgentStatus() {
  const { agentId, title } = useConfig()
  const view = useAgent(typeof agentId === 'string' ? agentId : '')
  if (view.state === 'none') return <Note text="Choose an agent in this module's settings." />
  if (view.state === 'loading') return <Note text="Loading..." />
  if (view.state === 'failed') return <Note text="The agent could not be read." />
  if (view.state === 'missing') return <Note text="This agent was deleted, or you may no longer see it." />
  return <Status view={view} title={typeof title === 'string' ? title : ''} />
}

function Status({ view: { agent, samples, oldSince }, title }: { view: Ready; title: string }) {
  const { height } = useSize()
  const name = title || agent.name || agent.agentId
  const last = samples.at(-1)
  if (height === 1)
    return <Line agent={agent} name={name} load={last && loadOf(last)} oldSince={last ? oldSince : null} />
  return (
    <div className="@container h-full">
      <div className="flex h-full flex-col gap-2 p-3 @max-[7rem]:p-2">
        <div className="flex min-w-0 items-center gap-2">
          <Sign agent={agent} />
          <p className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </p>
          <StatusText agent={agent} />
        </div>
        {last ? (
          <Dimmed since={oldSince} className="flex min-h-0 flex-1">
            <Loads samples={samples} age={<Age since={oldSince} className="text-xs" />} />
          </Dimmed>
        ) : (
          <Note text={agent.isOnline ? 'Waiting for the first numbers…' : 'No numbers while the agent is away.'} />
        )}
      </div>
    </div>
  )
}

type LineProps = { agent: Ready['agent']; name: string; load: Load | undefined; oldSince: string | null }

/** One row of the grid: on a phone that is lower than two lines of text. */
function Line({ agent, name, load, oldSince }: LineProps) {
  return (
    <div className="h-full overflow-hidden px-3 [container-type:size] @max-[8rem]:px-2">
      <div className="flex h-full flex-wrap content-center items-center gap-x-3">
        <div className="flex min-w-0 flex-1 items-center gap-2 @max-[14rem]:basis-full [@container(width<14rem)_and_(height<2.75rem)]:sr-only">
          <Sign agent={agent} />
          <p className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name} <span className="sr-only">{agent.status}</span>
          </p>
        </div>
        <Dimmed since={oldSince} className="flex min-w-0 flex-wrap items-center gap-x-3">
          <Share label="CPU" value={load?.cpu} />
          <Share label="Memory" value={load?.memory} className="@max-[14rem]:hidden" />
          <Age since={oldSince} className="text-sm" />
        </Dimmed>
      </div>
    </div>
  )
}

function Share({
  label,
  value,
  className = '',
}: {
  label: string
  value?: number | null | undefined
  className?: string
}) {
  return (
    <p
      className={`shrink-0 text-right @max-[14rem]:flex @max-[14rem]:items-baseline @max-[14rem]:gap-1.5 ${className}`}
    >
      <span className="block text-muted-foreground text-xs leading-tight @max-[7rem]:sr-only [@container(height<2.75rem)]:sr-only [@container(width<14rem)_and_(height<4.5rem)]:sr-only">
        {label}
      </span>
      <span className="font-semibold text-lg/5 tabular-nums" data-figure>
        {percentText(value)}
      </span>
    </p>
  )
}

function Sign({ agent: { status } }: { agent: Ready['agent'] }) {
  return <AgentStatusIcon status={status} className={`size-4 ${agentColor(status)}`} />
}

function StatusText({ agent: { status } }: { agent: Ready['agent'] }) {
  return <p className={`shrink-0 text-xs capitalize @max-[10rem]:sr-only ${agentColor(status)}`}>{status}</p>
}

function Note({ text }: { text: string }) {
  return (
    <p className="grid h-full flex-1 place-items-center p-2 text-center text-muted-foreground text-sm leading-tight">
      {text}
    </p>
  )
}
