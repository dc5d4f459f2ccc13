import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router'
import { AgentPage } from '#web/features/agents/detail/agent-page.tsx'
import { agentTitle } from '#web/features/agents/status.ts'
import { agentIncidentsQuery } from '#web/features/alerts/alerts.queries.ts'
import { marksOfAlerts } from '#web/features/alerts/incident-words.ts'
import { laterPart } from '#web/lib/later-part.ts'

// Loaded on demand: few agents have alerts.
const AgentAlerts = laterPart(() => import('#web/features/alerts/agent-alerts.tsx').then((m) => m.AgentAlerts))

/** An agent with its alerts, listed above its charts and marked in them. */
export function AgentScreen() {
  const { id = '' } = useParams()
  const firing = useQuery(agentIncidentsQuery(id, 'firing')).data?.incidents
  const ended = useQuery(agentIncidentsQuery(id, 'ended')).data?.incidents
  const marks = useMemo(() => marksOfAlerts([...(firing ?? []), ...(ended ?? [])]), [firing, ended])
  return (
    <AgentPage
      notices={(agent) =>
        firing?.length ? (
          <Suspense>
            <AgentAlerts agentId={agent.agentId} title={agentTitle(agent)} />
          </Suspense>
        ) : null
      }
      marks={marks}
    />
  )
}
