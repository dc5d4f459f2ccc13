import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { agentQuery } from '#web/features/agents/agents.queries.ts'
import { AgentPage } from '#web/features/agents/detail/agent-page.tsx'
import { preferencesQuery } from '#web/lib/preferences.ts'

export const agentRoute = (client: QueryClient) =>
  screen(client, AgentPage, ({ params }) => [agentQuery(params.id ?? ''), preferencesQuery])
