import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { ownTurn } from '#server/domain/own-turn.ts'
import type { Live } from '#server/events/live.ts'
import type { IncidentRow, IncidentsRepo } from './incidents.repo.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { counting, silenceOver } from './silencing.ts'
import { incidentText } from './texts.ts'

type Needs = {
  incidents: IncidentsRepo
  silences: Pick<SilencesRepo, 'all'>
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
    if (rows.length === 0) return new Set()
    const silencing = await counting(await silences.all(), now())
    if (silencing.size === 0) return new Set()
    // There may be thousands of silences; lets other requests in between.
    await ownTurn()
    const firing = await incidents.firingAgents(rows.map(({ id }) => id))
    const byIncident = Map.groupBy(firing, ({ incidentId }) => incidentId)
    const quiet = rows.filter((row) => {
      const agents = byIncident.get(row.id) ?? []
      const incident = { id: row.id, ruleId: row.rule_id, ownerId: row.owner_id }
      return agents.length > 0 && agents.every((agent) => silenceOver(silencing, incident, agent))
    })
    return new Set(quiet.map(({ id }) => id))
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
