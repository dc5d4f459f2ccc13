import type { Agent } from '@atalaya/contract/agents'
import { agentSign, agentTone } from '@atalaya/module-sdk/agent-status'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { adminTone, statusLabel } from '#web/features/agents/status.ts'

type AgentStatusProps = {
  agent: Pick<Agent, 'status' | 'isOnline'>
  /** True in the administrators' table, which has colours of its own. */
  isFleet?: boolean
}

/** Status of an agent, with the same icon, word and colour on all screens. */
export function AgentStatus({ agent: { status, isOnline }, isFleet = false }: AgentStatusProps) {
  return (
    <StatusBadge tone={isFleet ? adminTone(status) : agentTone(status)} isLive={isOnline} sign={agentSign(status)}>
      {statusLabel(status)}
    </StatusBadge>
  )
}
