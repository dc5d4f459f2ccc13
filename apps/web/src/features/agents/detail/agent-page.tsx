import type { Agent } from '@atalaya/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { ServerOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { agentQuery } from '#web/features/agents/agents.queries.ts'
import type { ChartMark } from '#web/features/agents/chart/marks.ts'
import { BatchResults } from '#web/features/agents/commands/batch-results.tsx'
import { AgentCharts, ChartSkeletons } from '#web/features/agents/detail/agent-charts.tsx'
import { AgentCommands } from '#web/features/agents/detail/agent-commands.tsx'
import { AgentDialogs } from '#web/features/agents/detail/agent-dialogs.tsx'
import { AgentFigures } from '#web/features/agents/detail/agent-figures.tsx'
import { type AgentDialog, AgentHeader } from '#web/features/agents/detail/agent-header.tsx'
import { AgentRecords } from '#web/features/agents/detail/agent-records.tsx'
import { BlockedOwnerNotice } from '#web/features/agents/detail/owner.tsx'
import { PendingNotice } from '#web/features/agents/detail/pending-notice.tsx'
import { QuarantineNotice } from '#web/features/agents/detail/quarantine-notice.tsx'
import { agentTitle } from '#web/features/agents/status.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { usePageName } from '#web/lib/looks/page-name.ts'
import { useCommandPaletteRequest } from '#web/lib/use-palette-request.ts'

type AgentPageProps = {
  /** Notices and chart marks from other features, such as alerts. */
  notices: (agent: Agent) => ReactNode
  marks: readonly ChartMark[]
}

export function AgentPage({ notices, marks }: AgentPageProps) {
  const { id = '' } = useParams()
  const { data: agent, isPending, error, refetch } = useQuery(agentQuery(id))
  usePageName(agent ? agentTitle(agent) : undefined)
  const [dialog, setDialog] = useState<AgentDialog | null>(null)
  const [command, setCommand] = useState('')
  useCommandPaletteRequest('command', (request) => {
    setCommand(request.command)
    setDialog('command')
  })
  const [batchId, setBatchId] = useState<string | null>(null)

  if (isPending) return <AgentSkeleton />
  if (!agent) return error && !isGone(error) ? <Unreadable error={error} onRetry={refetch} /> : <NoSuchAgent />
  const charts = (
    <AgentCharts key={agent.agentId} agentId={agent.agentId} title={agentTitle(agent)} otherMarks={marks} />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <AgentHeader agent={agent} onOpen={setDialog} />
      {notices(agent)}
      <BlockedOwnerNotice agent={agent} />
      {agent.statusMessage && <Alert variant="info">{agent.statusMessage}</Alert>}
      {agent.quarantine && (
        <QuarantineNotice agent={agent} quarantine={agent.quarantine} onNewToken={() => setDialog('token')} />
      )}
      {batchId && <BatchResults key={batchId} batchId={batchId} onClose={() => setBatchId(null)} />}
      <AgentFigures agent={agent} />
      {agent.status === 'pending' ? (
        <PendingNotice agentId={agent.agentId} onNewToken={() => setDialog('token')}>
          {charts}
        </PendingNotice>
      ) : (
        charts
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <AgentCommands key={agent.agentId} agentId={agent.agentId} />
        <AgentRecords agentId={agent.agentId} />
      </div>
      <AgentDialogs
        agent={agent}
        open={dialog}
        command={command}
        onSent={setBatchId}
        onClose={() => {
          setDialog(null)
          setCommand('')
        }}
      />
    </div>
  )
}

function AgentSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-28 rounded-xl" />
      <ChartSkeletons />
    </div>
  )
}

const isGone = (error: Error) => error instanceof ApiError && error.status === 404

function Unreadable({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  return (
    <EmptyState
      icon={ServerOff}
      title="The agent could not be read"
      action={
        <Button variant="secondary" onClick={() => void onRetry()}>
          Try Again
        </Button>
      }
    >
      {error.message}
    </EmptyState>
  )
}

function NoSuchAgent() {
  return (
    <EmptyState
      icon={ServerOff}
      title="No such agent"
      action={
        <Button asChild>
          <Link to="/agents">My agents</Link>
        </Button>
      }
    >
      It was removed, or it is not yours.
    </EmptyState>
  )
}
