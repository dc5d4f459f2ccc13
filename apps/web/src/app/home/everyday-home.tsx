import type { Agent } from '@atalaya/contract/agents'
import type { Page } from '@atalaya/contract/dashboard'
import { LastDay } from '#web/app/home/last-day.tsx'
import { OwnAgents } from '#web/app/home/own-agents.tsx'
import { OwnPages } from '#web/app/home/own-pages.tsx'

type EverydayHomeProps = {
  agents: Agent[] | undefined
  pages: readonly Page[] | undefined
  now: Date
  onRetry: () => void
}

/** Home of a person with agents and pages, or without the guide: their state, and the events of a day. */
export const EverydayHome = ({ agents, pages, now, onRetry }: EverydayHomeProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2 xl:grid-rows-[auto_1fr] xl:[&>:nth-child(2)]:row-span-2">
    <OwnAgents agents={agents} onRetry={onRetry} />
    <LastDay now={now} />
    <OwnPages pages={pages} onRetry={onRetry} />
  </div>
)
