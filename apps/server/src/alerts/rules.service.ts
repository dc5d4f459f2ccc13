import { randomUUID } from 'node:crypto'
import { type AlertPreview, type AlertRule, type AlertRuleInput, RULES_MAX } from '@atalaya/contract/alert-rules'
import { metricNamed } from '@atalaya/contract/metrics'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { Rate } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { audienceOf, type IncidentViews } from './incident-views.ts'
import { type AlertRulesRepo, RULES_OF_PEOPLE_MAX, type RuleReader } from './rules.repo.ts'
import { releaseIncidents } from './verdict-writer.ts'

type Needs = {
  repo: AlertRulesRepo
  tx: RunInTransaction<'alertRules' | 'audit' | 'incidentWrites'>
  views: Pick<IncidentViews, 'announce'>
  live: Pick<Live, 'emit'>
  limits: RateLimits
  preview(ownerId: string | null, rule: AlertRuleInput): Promise<AlertPreview>
  now: () => number
}

/** Rate limit of previews: each reads a week of several agents. */
const previews: Rate = {
  name: 'alert previews',
  max: 60,
  windowMs: 60_000,
  message: 'You have looked at many previews within a minute; try again in a minute',
  code: 'alerts.too_many_previews',
}

/** Rate limit of numbers that the server does not know by itself: each is searched in the names of all sets. */
const metricSearches: Rate = {
  name: 'alert metrics',
  max: 60,
  windowMs: 60_000,
  message: 'You have named many numbers of your own in rules within a minute; try again in a minute',
  code: 'alerts.too_many_metrics',
}

/** The caller as a reader of rules. */
export const ruleReaderOf = (actor: Pick<Actor, 'userId' | 'role'>): RuleReader => ({
  userId: actor.userId,
  isAdmin: actor.role === 'admin',
})

/** Alert rules as people write them. The contract and this file validate them; the judge relies on that. */
export function createAlertRules({ repo, tx, views, live, limits, preview, now }: Needs) {
  /**
   * Checks a rule and returns the owner of its agents; null for the whole fleet.
   * @throws AppError forbidden if it is about the fleet and the caller is no administrator
   * @throws AppError bad_request if no agent has ever sent its metric
   * @throws AppError too_many for too many metrics that are searched
   */
  async function checkRule(actor: Actor, { reach, condition }: AlertRuleInput): Promise<string | null> {
    if (reach === 'fleet' && actor.role !== 'admin') {
      throw new AppError('forbidden', 'Only an administrator may do this')
    }
    if (condition.kind === 'metric' && !metricNamed(condition.metric)) await findMetric(actor, condition.metric)
    return reach === 'fleet' ? null : actor.userId
  }

  async function findMetric(actor: Actor, metric: string): Promise<void> {
    limits.spend(metricSearches, actor.userId)
    if (await repo.isMeasured(metric)) return
    const message = `No agent has ever sent a number named ${metric}`
    throw new AppError('bad_request', message, { code: 'alerts.unknown_metric' })
  }

  async function find(actor: Actor, id: string) {
    const found = await repo.find(ruleReaderOf(actor), id)
    if (!found) throw noSuchRule()
    return found
  }

  const emitChange = (ownerId: string | null) => live.emit({ type: 'alerts.changed', data: {} }, audienceOf(ownerId))

  const record = (
    { audit }: Pick<Repos, 'audit'>,
    action: RuleAction,
    by: Caller,
    rule: { _id: string; name: string },
  ) => audit.insert(now(), { action, by, target: { id: rule._id, name: rule.name } })

  return {
    list: (actor: Actor): Promise<AlertRule[]> => repo.list(ruleReaderOf(actor)),

    async create(by: Caller, rule: AlertRuleInput): Promise<AlertRule> {
      const ownerId = await checkRule(by, rule)
      const id = randomUUID()
      await tx(async (repos) => {
        if ((await repos.alertRules.count(ownerId)) >= RULES_MAX) throw tooMany()
        if (ownerId !== null && (await repos.alertRules.countOfPeople()) >= RULES_OF_PEOPLE_MAX) throw serverFull()
        await repos.alertRules.insert({ id, ownerId, author: by.username, rule, now: now() })
        await record(repos, 'alert.rule_added', by, { _id: id, name: rule.name })
      })
      emitChange(ownerId)
      return (await find(by, id)).rule
    },

    async edit(by: Caller, id: string, rule: AlertRuleInput, version: number): Promise<AlertRule> {
      const { ownerId } = await find(by, id)
      if ((await checkRule(by, rule)) !== ownerId) throw otherReach()
      await tx(async (repos) => {
        if (!(await repos.alertRules.replace(id, version, rule, now()))) throw changedMeanwhile()
        await record(repos, 'alert.rule_edited', by, { _id: id, name: rule.name })
      })
      emitChange(ownerId)
      return (await find(by, id)).rule
    },

    /**
     * Removes a rule and ends its incidents, a part at a time: other changes wait for one part at most. A second call
     * finishes an interrupted removal.
     */
    async remove(by: Caller, id: string): Promise<void> {
      const { rule, ownerId } = await find(by, id)
      await tx(async (repos) => {
        const stored = await repos.alertRules.lock(id)
        // Otherwise the judge would go on opening incidents.
        await repos.alertRules.switchOff(id)
        // A second call does not record the removal again.
        if (stored?.isOn || (stored && !(await repos.audit.has('alert.rule_removed', id)))) {
          await record(repos, 'alert.rule_removed', by, rule)
        }
      })
      emitChange(ownerId)
      let ended: string[] | null
      do {
        ended = await tx(async (repos) => {
          if (!(await repos.alertRules.lock(id))) return null
          const part = await releaseIncidents(repos, id, now())
          if (part || (await repos.alertRules.removeSomeStandings(id))) return part ?? []
          await repos.alertRules.remove(id)
          return null
        })
        await views.announce(ended ?? [])
      } while (ended)
      emitChange(ownerId)
    },

    /** @throws AppError too_many for too many previews, besides those of `checkRule` */
    async preview(actor: Actor, rule: AlertRuleInput): Promise<AlertPreview> {
      limits.spend(previews, actor.userId)
      return preview(await checkRule(actor, rule), rule)
    },
  }
}
export type AlertRules = ReturnType<typeof createAlertRules>
type RuleAction = 'alert.rule_added' | 'alert.rule_edited' | 'alert.rule_removed'

const noSuchRule = () => new AppError('not_found', 'There is no such rule', { code: 'alerts.no_rule' })
const tooMany = () =>
  new AppError('conflict', `There are ${RULES_MAX} rules, the maximum; remove some`, {
    code: 'alerts.too_many_rules',
  })
const serverFull = () =>
  new AppError('conflict', 'This server holds as many rules of all people as it can check; ask an administrator', {
    code: 'alerts.server_full',
  })
const changedMeanwhile = () =>
  new AppError('conflict', 'Somebody changed this rule meanwhile: look at it again', { code: 'alerts.changed' })
const otherReach = () =>
  new AppError('bad_request', 'The owners that a rule covers cannot be changed: write another rule', {
    code: 'alerts.other_reach',
  })
