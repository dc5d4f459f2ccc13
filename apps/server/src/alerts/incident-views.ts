import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { ownTurn } from '#server/domain/own-turn.ts'
import type { Live } from '#server/events/live.ts'
import { createInForce } from './in-force.ts'
import type { IncidentRow, IncidentsRepo } from './incidents.repo.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { silenceOver } from './silencing.ts'
import { incidentText } from './texts.ts'

type Needs = {
  incidents: IncidentsRepo
  silences: Pick<SilencesRepo, 'hasAny' | 'ofFleet' | 'ofOwners'>
  live: Pick<Live, 'emit'>
  now: () => number
}

const TOLD_AT_ONCE = 100

/** Incidents as people see them. */
export function createIncidentViews({ incidents, silences, live, now }: Needs) {
  async function viewsOf(rows: IncidentRow[]): Promise<AlertIncident[]> {
    const silenced = await findSilenced(rows.filter(({ ended_at }) => ended_at === null))
    return rows.map((row) => toIncident(row, silenced.has(row.id)))
  }

  /** Incidents without messages: each of their firing agents is silenced. */
  async function findSilenced(rows: IncidentRow[]): Promise<Set<string>> {
    if (rows.length === 0 || !(await silences.hasAny())) return new Set()
    const firing = Map.groupBy(await incidents.firingAgents(rows.map(({ id }) => id)), ({ incidentId }) => incidentId)
    const quiet = new Set<string>()
    const inForce = createInForce(silences, now())
    for (const row of rows) {
      const agents = firing.get(row.id) ?? []
      const incident = { id: row.id, ruleId: row.rule_id, ownerId: row.owner_id }
      const silencing = await inForce.over(incident, agents)
      if (agents.length > 0 && agents.every((agent) => silenceOver(silencing, incident, agent))) quiet.add(row.id)
      await ownTurn()
    }
    return quiet
  }

  return {
    viewsOf,

    /** Sends the present state of incidents to everybody who may see them. */
    async announce(ids: string[]): Promise<void> {
      for (let start = 0; start < ids.length; start += TOLD_AT_ONCE) {
        const rows = await incidents.findMany(ids.slice(start, start + TOLD_AT_ONCE))
        const views = await viewsOf(rows)
        views.forEach((view, n) => {
          live.emit({ type: 'alert.updated', data: view }, audienceOf(rows[n]?.owner_id ?? null))
        })
      }
    },
  }
}
export type IncidentViews = ReturnType<typeof createIncidentViews>

/** Readers of an account's incidents, or, without an owner, of the administrators'. */
export const audienceOf = (ownerId: string | null) => (ownerId === null ? { admins: true } : { userIds: [ownerId] })

const instantOf = (ms: number) => new Date(ms).toISOString()

function toIncident(row: IncidentRow, isSilenced: boolean): AlertIncident {
  const { acknowledged_by: by, acknowledged_at: at } = row
  return {
    ...{ _id: row.id, ruleId: row.rule_id, ruleName: row.rule_name, severity: row.severity },
    text: incidentText(row),
    reach: row.owner_id === null ? 'fleet' : 'own',
    agent: { _id: row.agent_id, name: row.agent_name },
    ...{ firing: row.firing, agents: row.agents, behind: row.behind, openedAt: instantOf(row.opened_at) },
    ...{ endedAt: row.ended_at === null ? null : instantOf(row.ended_at), endedBecause: row.ended_because },
    acknowledged: by === null || at === null ? null : { by, at: instantOf(at) },
    isSilenced,
  }
}
