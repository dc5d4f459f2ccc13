import { type AgentView, useAgent, useConfig, useSize } from '@atalaya/module-sdk'
import { type Load, loadOf } from './load.ts'
import { Meter } from './meter.tsx'

type Ready = Extract<AgentView, { state: 'ready' }>

/** Whether one agent is there, and how busy its machine is. */
export function AgentStatus() {
  const { agentId, title } = useConfig()
  if (typeof agentId !== 'string' || agentId === '') return <Note text="Choose an agent in this module's settings." />
  return <Chosen agentId={agentId} title={typeof title === 'string' ? title : ''} />
}

function Chosen({ agentId, title }: { agentId: string; title: string }) {
  const view = useAgent(agentId)
  if (view.state === 'loading') return <Note text="Loading..." />
  if (view.state === 'failed') return <Note text="The agent could not be read." />
  if (view.state === 'missing') return <Note text="This agent is gone, or no longer yours to see." />
  return <Status view={view} title={title} />
}

function Status({ view: { agent, samples }, title }: { view: Ready; title: string }) {
  const { width, height } = useSize()
  return (
    <div className="flex h-full flex-col gap-2 p-3">
      <div className="flex min-w-0 items-center gap-2">
        <span
          className={`size-2.5 shrink-0 rounded-full ${agent.isOnline ? 'bg-success' : 'bg-destructive'}`}
          aria-hidden
        />
        <p className="min-w-0 flex-1 truncate font-semibold">{title || agent.name || agent.agentId}</p>
        {width > 1 && (
          <p
            className={`shrink-0 text-xs capitalize ${agent.isOnline ? 'text-success-text' : 'text-destructive-text'}`}
          >
            {agent.status}
          </p>
        )}
      </div>
      <Loads loads={samples.map(loadOf)} isLow={height === 1} isOnline={agent.isOnline} />
    </div>
  )
}

function Loads({ loads, isLow, isOnline }: { loads: Load[]; isLow: boolean; isOnline: boolean }) {
  if (loads.length === 0) {
    return <Note text={isOnline ? 'Waiting for the first numbers…' : 'No numbers while the agent is away.'} />
  }
  return (
    <div className={`flex min-h-0 flex-1 gap-x-4 gap-y-2 ${isLow ? 'items-end' : 'flex-col'}`}>
      <Meter label="CPU" values={loads.map((load) => load.cpu)} hasLine={!isLow} color="text-chart-1" />
      <Meter label="Memory" values={loads.map((load) => load.memory)} hasLine={!isLow} color="text-chart-2" />
    </div>
  )
}

function Note({ text }: { text: string }) {
  return <p className="grid h-full flex-1 place-items-center p-3 text-center text-muted-foreground text-sm">{text}</p>
}
