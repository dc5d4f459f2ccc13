import type { AgentStatus } from '@atalaya/contract/agent-fields'

/** A line about something that needs attention, with a link to act on it. Without a link the text says what to do. */
export type AttentionLine = {
  key: string
  text: string
  /** Names of the listed agents; there may be more agents. */
  names?: string | undefined
  isUrgent: boolean
  /** Status of the agents. */
  status?: AgentStatus | undefined
  to?: string
  action?: string
}
