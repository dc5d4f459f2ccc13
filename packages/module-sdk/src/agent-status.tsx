import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { type SignName, StatusSign } from './status-sign.tsx'

export type AgentTone = 'success' | 'warning' | 'destructive' | 'neutral'
type Look = { tone: AgentTone; sign: SignName }

/** Colour and sign of each status of an agent, on every screen and in every module. */
export const AGENT_LOOKS: Record<AgentStatus, Look> = {
  online: { tone: 'success', sign: 'done' },
  running: { tone: 'success', sign: 'running' },
  degraded: { tone: 'warning', sign: 'warning' },
  updating: { tone: 'warning', sign: 'upwards' },
  reconnecting: { tone: 'warning', sign: 'again' },
  offline: { tone: 'destructive', sign: 'away' },
  pending: { tone: 'neutral', sign: 'waiting' },
  quarantined: { tone: 'destructive', sign: 'shield' },
}

const COLORS: Record<AgentTone, string> = {
  success: 'text-success-text',
  warning: 'text-warning-text',
  destructive: 'text-destructive-text',
  neutral: 'text-muted-foreground',
}

const UNKNOWN: Look = { tone: 'neutral', sign: 'unknown' }

/** An unknown status, of another version of the server, looks like `offline`. */
const lookOf = (status: string): Look =>
  status === 'unknown' ? UNKNOWN : (AGENT_LOOKS[status as AgentStatus] ?? AGENT_LOOKS.offline)

export const agentTone = (status: string): AgentTone => lookOf(status).tone

export const agentSign = (status: string): SignName => lookOf(status).sign

/** The class of the colour of a status. */
export const agentColor = (status: string): string => COLORS[agentTone(status)]

/** The sign of a status, in the colour of the text around it. */
export function AgentStatusIcon({ status, className }: { status: string; className?: string }) {
  return <StatusSign name={agentSign(status)} {...(className && { className })} />
}
