import type { Agent } from '@atalaya/contract/agents'

export type Tone = 'success' | 'warning' | 'destructive' | 'neutral'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Capitalised, whatever the status is. */
export const statusLabel = (status: string) => capitalised(status)

/** The administrator's table: online is green, any other status red. */
export const adminTone = (status: string): Tone => (status === 'online' ? 'success' : 'destructive')

export const TONES: Record<Agent['status'], Tone> = {
  online: 'success',
  running: 'success',
  degraded: 'warning',
  updating: 'warning',
  reconnecting: 'warning',
  offline: 'destructive',
  pending: 'neutral',
  quarantined: 'destructive',
}

/** On the owner's own screens a machine on its way back, or never seen yet, is no alarm. */
export const ownerTone = (status: Agent['status']): Tone => TONES[status] ?? 'destructive'

/** How an agent is called: its name, else its machine's, else its id. */
export function agentTitle(agent: Pick<Agent, 'name' | 'machine' | 'agentId'>): string {
  return agent.name || agent.machine?.hostname || agent.agentId
}

/** In the destination selector: 'name (id)', or just the id. */
export const agentOption = (agent: Pick<Agent, 'name' | 'agentId'>) =>
  agent.name ? `${agent.name} (${agent.agentId})` : agent.agentId
