import type { AlertIncident, AlertMember, alerts } from '@atalaya/contract/alert-incidents'
import type { Data, Input } from '@atalaya/contract/route'
import type { Severity } from '@atalaya/contract/severity'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { paginationOf } from '#server/domain/pagination.ts'
import type { IncidentViews } from './incident-views.ts'
import type { IncidentRow, IncidentsRepo } from './incidents.repo.ts'
import { JUDGE_EVERY_MS } from './judge-clock.ts'
import type { AlertRulesRepo } from './rules.repo.ts'
import { ruleReaderOf } from './rules.service.ts'
import { acknowledgedText } from './texts.ts'

type Needs = {
  repo: IncidentsRepo
  rules: Pick<AlertRulesRepo, 'countVisible'>
  tx: RunInTransaction<'audit' | 'incidents' | 'messages'>
  views: IncidentViews
  now: () => number
}

/** Maximum of firing incidents that are examined, the worst first. */
const EXAMINED_MAX = 1000
const BY_WORST: Severity[] = ['critical', 'warning', 'info']

/** Lists and acknowledges incidents. An incident that the caller may not see counts as not found. */
export function createIncidents({ repo, rules, tx, views, now }: Needs) {
  async function find(actor: Actor, id: string): Promise<IncidentRow> {
    const row = await repo.find(ruleReaderOf(actor), id)
    if (!row) throw noSuchIncident()
    return row
  }
  /** Finds an incident of the caller, or one that was escalated to them. */
  const findVisible = async (actor: Actor, id: string): Promise<IncidentRow> =>
    (await repo.findEscalated(ruleReaderOf(actor), id)) ?? find(actor, id)
  const viewOf = async (row: IncidentRow): Promise<AlertIncident> => (await views.viewsOf([row]))[0] as AlertIncident

  return {
    find,

    async list(actor: Actor, { page, pageSize, ...which }: Input<typeof alerts.list>['query']) {
      const part = { limit: pageSize, offset: (page - 1) * pageSize }
      const { rows, total } = await repo.list({ ...ruleReaderOf(actor), ...which, ...part })
      return { incidents: await views.viewsOf(rows), pagination: paginationOf(total, page, pageSize) }
    },

    async counts(actor: Actor): Promise<Data<typeof alerts.counts>> {
      const all = await repo.counts(ruleReaderOf(actor))
      const sum = (some: typeof all) => some.reduce((total, count) => total + count.total, 0)
      return {
        firing: sum(all),
        unacknowledged: sum(all.filter(({ isAcknowledged }) => !isAcknowledged)),
        ...(await rules.countVisible(ruleReaderOf(actor), now() - JUDGE_EVERY_MS)),
        worst: BY_WORST.find((severity) => all.some((count) => count.severity === severity)) ?? null,
      }
    },

    /** True if an unsilenced incident of at least this severity fires for the person. */
    async hasFiring(person: Pick<Actor, 'userId' | 'role'>, minSeverity: Severity): Promise<boolean> {
      const { rows } = await repo.list({ ...ruleReaderOf(person), state: 'firing', limit: EXAMINED_MAX, offset: 0 })
      const severe = rows.filter(({ severity }) => BY_WORST.indexOf(severity) <= BY_WORST.indexOf(minSeverity))
      return (await views.viewsOf(severe)).some(({ isSilenced }) => !isSilenced)
    },

    async get(actor: Actor, id: string): Promise<{ incident: AlertIncident; members: AlertMember[] }> {
      const row = await findVisible(actor, id)
      return { incident: await viewOf(row), members: await repo.listMembers(id) }
    },

    /** Acknowledges an incident. A second call changes nothing and returns the incident. */
    async acknowledge(by: Caller, id: string): Promise<AlertIncident> {
      const { rule_name: name } = await findVisible(by, id)
      const isNewlyAcknowledged = await tx(async ({ incidents, messages, audit }) => {
        if (!(await incidents.acknowledge(id, by.username, now()))) return false
        await messages.cancelOpeningMessages(id, acknowledgedText(by.username))
        await audit.insert(now(), { action: 'alert.acknowledged', by, target: { id, name } })
        return true
      })
      if (isNewlyAcknowledged) await views.announce([id])
      return viewOf(await findVisible(by, id))
    },
  }
}
export type Incidents = ReturnType<typeof createIncidents>

const noSuchIncident = () => new AppError('not_found', 'There is no such alert', { code: 'alerts.not_found' })
