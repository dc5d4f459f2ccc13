import type { AgentStatus } from '@atalaya/contract/agent-fields'

/** What needs attention, and the one thing to do about it; without a way there, the text says it. */
export type AttentionLine = {
  key: string
  text: string
  /** Which they are, as far as they are named. */
  names?: string | undefined
  isUrgent: boolean
  /** Of the agents that it is about. */
  status?: AgentStatus | undefined
  to?: string
  action?: string
}
