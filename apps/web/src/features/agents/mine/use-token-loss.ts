import { useQuery } from '@tanstack/react-query'
import type { Loss } from '#web/components/leave-question.tsx'
import { agentQuery } from '#web/features/agents/agents.queries.ts'

const TOKEN_LOSS: Loss = {
  title: 'Close before the agent has connected?',
  description:
    "The token in the line is not shown again. If it is lost, New token on the agent's page makes another one.",
  confirmText: 'Close anyway',
}

/** Loss by closing an agent's install line: its token, until the agent is connected. Undefined without a line. */
export function useTokenLoss(agentId: string | undefined): Loss | null | undefined {
  const { data: agent } = useQuery({ ...agentQuery(agentId ?? ''), enabled: agentId !== undefined })
  if (agentId === undefined) return undefined
  return agent?.isOnline ? null : TOKEN_LOSS
}
