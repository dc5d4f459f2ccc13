import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { agentIncidentsQuery } from '#web/features/alerts/alerts.queries.ts'
import { titleOnAgentPage } from '#web/features/alerts/incident-words.ts'
import { SeveritySign } from '#web/features/alerts/severity-sign.tsx'
import { SilenceMenu } from '#web/features/alerts/silence-menu.tsx'

/** Firing alerts of an agent; renders nothing if there are none. */
export function AgentAlerts({ agentId, title }: { agentId: string; title: string }) {
  const { data } = useQuery(agentIncidentsQuery(agentId, 'firing'))
  if (!data || data.incidents.length === 0) return null
  return (
    <Card aria-label="Alerts" className="overflow-hidden">
      <ul className="divide-y">
        {data.incidents.map((incident) => (
          <li key={incident._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <SeveritySign severity={incident.severity} />
            <div className="min-w-48 flex-1 text-sm">
              <Link to={`/alerts/${incident._id}`} className="font-medium hover:underline">
                {titleOnAgentPage(incident)}
              </Link>{' '}
              <span className="text-muted-foreground">
                {incident.agents > 1 ? `with ${incident.agents - 1} more` : incident.ruleName} ·{' '}
                <RelativeTime at={incident.openedAt} fallback="" />
              </span>
            </div>
            <SilenceMenu target={{ kind: 'agent', id: agentId }} targetName={title} isFiring />
          </li>
        ))}
      </ul>
    </Card>
  )
}
