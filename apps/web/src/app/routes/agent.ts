import type { QueryClient } from '@tanstack/react-query'
import { AgentScreen } from '#web/app/agent-screen.tsx'
import { screen } from '#web/app/screen.ts'
import { agentQuery } from '#web/features/agents/agents.queries.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

export const agentRoute = (client: QueryClient) =>
  screen(client, AgentScreen, ({ params }) => [agentQuery(params.id ?? ''), preferencesQuery])
