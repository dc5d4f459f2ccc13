import type { AlertSilence } from '@atalaya/contract/alert-incidents'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertSilencesTable } from '#server/db/schema-alerts.ts'
import type { RulesOf } from './rules.repo.ts'
import type { Silence } from './silencing.ts'

type SilenceRow = Selectable<AlertSilencesTable>
export type NewSilenceRow = Omit<Silence, 'byId'> & { byId: string; targetName: string; reason: string; now: number }

/** More than all accounts together may have; beyond it silences are ignored. */
const READ_MAX = 5000
const LISTED_MAX = 500

/** SQL on silences and maintenance. */
export function createSilencesRepo(db: Db | Tx) {
  const seen = ({ userId, isAdmin }: RulesOf) =>
    db
      .selectFrom('alert_silences')
      .selectAll()
      .where((where) => where.or([where('owner_id', '=', userId), ...(isAdmin ? [where('owner_id', 'is', null)] : [])]))

  return {
    /** All silences; the caller asks which are active now. */
    async all(): Promise<Silence[]> {
      const rows = await db.selectFrom('alert_silences').selectAll().orderBy('created_at').limit(READ_MAX).execute()
      return rows.map(toSilence)
    },

    /** Newest first. */
    async list(of: RulesOf): Promise<AlertSilence[]> {
      const rows = await seen(of).orderBy('created_at', 'desc').orderBy('id').limit(LISTED_MAX).execute()
      return rows.map(toContract)
    },

    async find(of: RulesOf, id: string): Promise<AlertSilence | null> {
      const row = await seen(of).where('id', '=', id).executeTakeFirst()
      return row ? toContract(row) : null
    },

    async count(ownerId: string | null): Promise<number> {
      const { total } = await db
        .selectFrom('alert_silences')
        .select((of) => of.fn.countAll().as('total'))
        .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    async insert({ id, ownerId, byId, byName, target, targetName, until, times, reason, now }: NewSilenceRow) {
      await db
        .insertInto('alert_silences')
        .values({
          ...{ id, owner_id: ownerId, by_id: byId, by_name: byName, reason, until, created_at: now },
          ...{ target_kind: target.kind, target: target.kind === 'tag' ? target.tag : target.id },
          ...{ target_name: targetName, times: times && JSON.stringify(times) },
        })
        .execute()
    },

    async remove(ids: string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('alert_silences').where('id', 'in', ids).execute()
    },
  }
}
export type SilencesRepo = ReturnType<typeof createSilencesRepo>

const targetOf = ({ target_kind: kind, target }: SilenceRow) =>
  kind === 'tag' ? { kind, tag: target } : { kind, id: target }

const toSilence = (row: SilenceRow): Silence => ({
  ...{ id: row.id, ownerId: row.owner_id, byId: row.by_id, byName: row.by_name, target: targetOf(row) },
  ...{ until: row.until === null ? null : Number(row.until), times: row.times === null ? null : JSON.parse(row.times) },
})

function toContract(row: SilenceRow): AlertSilence {
  const { target, until, times } = toSilence(row)
  return {
    ...{ _id: row.id, target, targetName: row.target_name, times, reason: row.reason, by: row.by_name },
    reach: row.owner_id === null ? 'fleet' : 'own',
    until: until === null ? null : new Date(until).toISOString(),
    isAutomatic: false,
    createdAt: new Date(row.created_at).toISOString(),
  }
}
