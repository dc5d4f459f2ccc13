import type { Agent } from '@atalaya/contract/agents'
import type { AgentTone } from '@atalaya/module-sdk/agent-status'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Capitalised status, also one that this version does not know. */
export const statusLabel = (status: string) => capitalised(status)

/** Colour in the administrators' table: green for online, red for everything else. */
export const adminTone = (status: string): AgentTone => (status === 'online' ? 'success' : 'destructive')

/** Display name of an agent: its name, else its hostname, else its id. */
export function agentTitle(agent: Pick<Agent, 'name' | 'machine' | 'agentId'>): string {
  return agent.name || agent.machine?.hostname || agent.agentId
}

/** Text in the destination selector: 'name (id)', or just the id. */
export const agentOption = (agent: Pick<Agent, 'name' | 'agentId'>) =>
  agent.name ? `${agent.name} (${agent.agentId})` : agent.agentId
