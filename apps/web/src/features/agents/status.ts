import type { Agent } from '@atalaya/contract/agents'
import type { AgentTone } from '@atalaya/module-sdk/agent-status'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Capitalised, whatever the status is. */
export const statusLabel = (status: string) => capitalised(status)

/** The administrator's table: online is green, any other status red. */
export const adminTone = (status: string): AgentTone => (status === 'online' ? 'success' : 'destructive')

/** How an agent is called: its name, else its machine's, else its id. */
export function agentTitle(agent: Pick<Agent, 'name' | 'machine' | 'agentId'>): string {
  return agent.name || agent.machine?.hostname || agent.agentId
}

/** In the destination selector: 'name (id)', or just the id. */
export const agentOption = (agent: Pick<Agent, 'name' | 'agentId'>) =>
  agent.name ? `${agent.name} (${agent.agentId})` : agent.agentId
