import { type AlertRule, type AlertRuleInput, RULES_MAX } from '@atalaya/contract/alert-rules'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { dropInner, INNER_OF_RULES } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { AlertRulesTable } from '#server/db/schema-alerts.ts'

/** A rule as the judge reads it. `ownerId` null: it covers all agents and belongs to the administrators. */
export type JudgedRule = Pick<
  AlertRuleInput,
  'name' | 'severity' | 'selector' | 'condition' | 'forS' | 'clear' | 'escalation'
> & { id: string; ownerId: string | null; version: number; updatedAt: number }

/** Reader of rules: an account sees its own rules, an administrator also those of the fleet. */
export type RuleReader = { userId: string; isAdmin: boolean }

type Row = Selectable<AlertRulesTable>
type NewRule = { id: string; ownerId: string | null; author: string; rule: AlertRuleInput; now: number }

/** Maximum of rules on a server, which are judged together. Rules of people leave room for those of the fleet. */
const JUDGED_MAX = 5000
export const RULES_OF_PEOPLE_MAX = JUDGED_MAX - RULES_MAX
/** Rules that one statement of the judge reads: each may name 200 agents, which is 8 KB. */
const JUDGED_BATCH_SIZE = 200

/** SQL on alert rules; returns contract shapes. */
export function createAlertRulesRepo(db: Db | Tx) {
  const ownedBy =
    ({ userId, isAdmin }: RuleReader) =>
    (where: ExpressionBuilder<Schema, 'alert_rules' | 'alert_incidents'>) =>
      where.or([where('owner_id', '=', userId), ...(isAdmin ? [where('owner_id', 'is', null)] : [])])
  const visibleRules = (reader: RuleReader) => db.selectFrom('alert_rules').selectAll().where(ownedBy(reader))

  /** Number of firing agents by rule. Read from open incidents: they are few, however many agents there are. */
  async function countFiring(reader: RuleReader): Promise<Map<string | null, number>> {
    const rows = await executeLongRead(
      db,
      db
        .selectFrom('alert_incidents')
        .select(['rule_id', ({ fn }) => fn.sum('firing').as('firing')])
        .where(ownedBy(reader))
        .where('ended_at', 'is', null)
        .groupBy('rule_id'),
    )
    return new Map(rows.map(({ rule_id, firing }) => [rule_id, Number(firing)]))
  }

  async function countByOwner(operator: '=' | 'is' | 'is not', ownerId: string | null): Promise<number> {
    const { total } = await db
      .selectFrom('alert_rules')
      .select((of) => of.fn.countAll().as('total'))
      .where('owner_id', operator, ownerId)
      .executeTakeFirstOrThrow()
    return Number(total)
  }

  return {
    /** Rules in the order of creation. */
    async list(reader: RuleReader): Promise<AlertRule[]> {
      const rows = await visibleRules(reader).orderBy('created_at').orderBy('id').execute()
      const firingByRule = await countFiring(reader)
      return rows.map((row) => toRule(row, firingByRule.get(row.id)))
    },

    /** A rule with its owner. */
    async find(reader: RuleReader, id: string): Promise<{ rule: AlertRule; ownerId: string | null } | null> {
      const row = await visibleRules(reader).where('id', '=', id).executeTakeFirst()
      return row ? { rule: toRule(row, (await countFiring(reader)).get(id)), ownerId: row.owner_id } : null
    },

    count: (ownerId: string | null): Promise<number> => countByOwner(ownerId === null ? 'is' : '=', ownerId),
    /** Number of rules of all people together. */
    countOfPeople: (): Promise<number> => countByOwner('is not', null),

    /** Numbers of rules, of those that are on, and of those that were due to fire by `at`. */
    async countVisible(reader: RuleReader, at: number): Promise<{ rules: number; watching: number; judged: number }> {
      const isDue = sql<number>`case when is_on = 1 and updated_at + for_s * 1000 <= ${at} then 1 else 0 end`
      const { rules, watching, judged } = await db
        .selectFrom('alert_rules')
        .select(({ fn }) => [fn.countAll().as('rules'), fn.sum('is_on').as('watching'), fn.sum(isDue).as('judged')])
        .where(ownedBy(reader))
        .executeTakeFirstOrThrow()
      return { rules: Number(rules), watching: Number(watching ?? 0), judged: Number(judged ?? 0) }
    },

    /** Locks a rule until the transaction ends; null if it is gone. */
    async lock(id: string): Promise<{ isOn: boolean; version: number } | null> {
      const query = db.selectFrom('alert_rules').select(['is_on', 'version']).where('id', '=', id)
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst()
      return row ? { isOn: row.is_on === 1, version: row.version } : null
    },

    async insert({ id, ownerId, author, rule, now }: NewRule): Promise<void> {
      await db
        .insertInto('alert_rules')
        .values({ ...columnsOf(rule), id, owner_id: ownerId, author, version: 1, created_at: now, updated_at: now })
        .execute()
    },

    /** Replaces a rule; false if somebody else changed it since it was read. */
    async replace(id: string, version: number, rule: AlertRuleInput, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alert_rules')
        .set((of) => ({ ...columnsOf(rule), version: of('version', '+', 1), updated_at: now }))
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Switches a rule off. Also raises its version, so that an edit based on an earlier read fails. */
    async switchOff(id: string): Promise<void> {
      await db
        .updateTable('alert_rules')
        .set((of) => ({ is_on: 0, version: of('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Removes some standings of a rule; false if none are left. */
    removeSomeStandings: (id: string): Promise<boolean> => dropInner(db, INNER_OF_RULES, sql`${id}`),

    async remove(id: string): Promise<void> {
      await db.deleteFrom('alert_rules').where('id', '=', id).execute()
    },

    /** Rules that are on, of active accounts. */
    async listJudged(): Promise<JudgedRule[]> {
      const rules: JudgedRule[] = []
      for (let lastId = ''; rules.length < JUDGED_MAX; lastId = rules.at(-1)?.id ?? lastId) {
        const next = db
          .selectFrom('alert_rules')
          .leftJoin('users', 'users.id', 'alert_rules.owner_id')
          .selectAll('alert_rules')
          .where('is_on', '=', 1)
          .where((where) => where.or([where('owner_id', 'is', null), where('users.is_active', '=', 1)]))
          .where('alert_rules.id', '>', lastId)
          .orderBy('alert_rules.id')
          .limit(JUDGED_BATCH_SIZE)
        const rows = await executeLongRead(db, next)
        for (const row of rows) {
          const { id, owner_id: ownerId, version, updated_at: updatedAt } = row
          rules.push({ id, ownerId, version, updatedAt, ...contentOf(row) })
        }
        if (rows.length < JUDGED_BATCH_SIZE) break
      }
      return rules
    },

    /** Escalation of a rule; empty if the rule was deleted. */
    async escalationOf(id: string | null): Promise<AlertRuleInput['escalation']> {
      if (id === null) return []
      const row = await db.selectFrom('alert_rules').select('escalation').where('id', '=', id).executeTakeFirst()
      return row ? JSON.parse(row.escalation) : []
    },

    /** True if any agent ever sent this metric. A long read, as all sets may be searched. */
    async isMeasured(metric: string): Promise<boolean> {
      const namePattern = `%${JSON.stringify(metric).replace(/[\\%_]/g, '\\$&')}%`
      const found = db
        .selectFrom('metric_sets')
        .select('id')
        .where(sql<boolean>`names like ${namePattern} escape '\\'`)
        .limit(1)
      return (await executeLongRead(db, found)).length > 0
    },
  }
}
export type AlertRulesRepo = ReturnType<typeof createAlertRulesRepo>

const columnsOf = ({ name, isOn, severity, selector, condition, forS, clear, escalation }: AlertRuleInput) => ({
  name,
  severity,
  is_on: isOn ? 1 : 0,
  for_s: forS,
  selector: JSON.stringify(selector),
  condition: JSON.stringify(condition),
  clear: JSON.stringify(clear),
  escalation: JSON.stringify(escalation),
})

const contentOf = (row: Row) => ({
  name: row.name,
  severity: row.severity,
  forS: row.for_s,
  selector: JSON.parse(row.selector),
  condition: JSON.parse(row.condition),
  clear: JSON.parse(row.clear),
  escalation: JSON.parse(row.escalation),
})

function toRule(row: Row, firing = 0): AlertRule {
  return {
    _id: row.id,
    isOn: row.is_on === 1,
    reach: row.owner_id === null ? 'fleet' : 'own',
    ...contentOf(row),
    author: row.author,
    firing,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
