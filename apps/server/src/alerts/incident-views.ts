import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { runInFreeTurns, waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Live } from '#server/events/live.ts'
import { createInForce } from './in-force.ts'
import type { FiringAgent, IncidentRow, IncidentsRepo } from './incidents.repo.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { silenceOver } from './silencing.ts'
import { incidentText } from './texts.ts'

type Needs = {
  incidents: IncidentsRepo
  silences: Pick<SilencesRepo, 'hasAny' | 'listOfFleet' | 'listOfOwners'>
  live: Pick<Live, 'emit'>
  now: () => number
}

/** Incidents as people see them. */
export function createIncidentViews({ incidents, silences, live, now }: Needs) {
  async function viewsOf(rows: IncidentRow[]): Promise<AlertIncident[]> {
    const silenced = await findSilenced(rows.filter(({ ended_at }) => ended_at === null))
    return rows.map((row) => toIncident(row, silenced.has(row.id)))
  }

  /** Filters incidents: returns those whose firing agents are all silenced. */
  async function findSilenced(rows: IncidentRow[]): Promise<Set<string>> {
    if (rows.length === 0 || !(await silences.hasAny())) return new Set()
    const inForce = createInForce(silences, now())
    const incidentsById = new Map(
      rows.map((row) => [row.id, { id: row.id, ruleId: row.rule_id, ownerId: row.owner_id }]),
    )
    const [checked, unsilenced] = [new Set<string>(), new Set<string>()]
    for await (const agents of incidents.firingAgents(rows)) {
      for (const [id, firing] of Map.groupBy(agents, ({ incidentId }) => incidentId)) await check(id, firing)
    }
    return new Set([...checked].filter((id) => !unsilenced.has(id)))

    async function check(id: string, firing: FiringAgent[]): Promise<void> {
      const incident = incidentsById.get(id)
      if (!incident || unsilenced.has(id)) return
      const silencesInForce = await inForce.silencesOver(incident, firing)
      checked.add(id)
      if (firing.some((agent) => !silenceOver(silencesInForce, incident, agent))) unsilenced.add(id)
      await waitForFreeTurn()
    }
  }

  return {
    viewsOf,

    /** Sends the present state of incidents to everybody who may see them. */
    announce: (ids: string[]): Promise<void> =>
      runInFreeTurns(ids, async (some) => {
        const rows = await incidents.findMany(some)
        const views = await viewsOf(rows)
        views.forEach((view, n) => {
          live.emit({ type: 'alert.updated', data: view }, audienceOf(rows[n]?.owner_id ?? null))
        })
      }),
  }
}
export type IncidentViews = ReturnType<typeof createIncidentViews>

/** Receivers of an incident's events: its owner, or all administrators if it has none. */
export const audienceOf = (ownerId: string | null) => (ownerId === null ? { admins: true } : { userIds: [ownerId] })

const instantOf = (ms: number) => new Date(ms).toISOString()

function toIncident(row: IncidentRow, isSilenced: boolean): AlertIncident {
  const { acknowledged_by: by, acknowledged_at: at } = row
  return {
    _id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    severity: row.severity,
    text: incidentText(row),
    reach: row.owner_id === null ? 'fleet' : 'own',
    agent: { _id: row.agent_id, name: row.agent_name },
    firing: row.firing,
    agents: row.agents,
    behind: row.behind,
    openedAt: instantOf(row.opened_at),
    endedAt: row.ended_at === null ? null : instantOf(row.ended_at),
    endedBecause: row.ended_because,
    acknowledged: by === null || at === null ? null : { by, at: instantOf(at) },
    isSilenced,
  }
}
