import { type AlertSilence, SILENCES_MAX } from '@atalaya/contract/alert-incidents'
import type { Selectable } from 'kysely'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertSilencesTable } from '#server/db/schema-alerts.ts'
import { splitByTotal } from '#server/domain/groups.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { RuleReader } from './rules.repo.ts'
import type { Silence } from './silencing.ts'

type SilenceRow = Selectable<AlertSilencesTable>
/** An account with the number of its silences. */
type SilenceCount = { id: string; total: number }
export type NewSilenceRow = Omit<Silence, 'byId'> & { byId: string; targetName: string; reason: string; now: number }

/** Maximum of silences that an account sees: the list has no pages. */
const LISTED_MAX = 500
/** Accounts whose silences one statement counts. */
const OWNERS_PER_BATCH = 500
/** Silences that one statement reads. */
const READ_BATCH_SIZE = 5 * SILENCES_MAX
/** Page size of `listExpired` and `listUntilRecovered`. */
const PAGE_SIZE = 500
const REMOVED_BATCH_SIZE = 100

/** SQL on silences and maintenance. */
export function createSilencesRepo(db: Db | Tx) {
  const visibleTo = ({ userId, isAdmin }: RuleReader) =>
    db
      .selectFrom('alert_silences')
      .selectAll()
      .where((where) => where.or([where('owner_id', '=', userId), ...(isAdmin ? [where('owner_id', 'is', null)] : [])]))

  async function countByOwner(ownerIds: string[]): Promise<SilenceCount[]> {
    const counted = db
      .selectFrom('alert_silences')
      .select((of) => ['owner_id', of.fn.countAll().as('total')])
      .where('owner_id', 'in', ownerIds)
      .groupBy('owner_id')
    const rows = await executeLongRead(db, counted)
    return rows.flatMap(({ owner_id: id, total }) => (id === null ? [] : [{ id, total: Number(total) }]))
  }

  return {
    /** True if any silence exists. */
    async hasAny(): Promise<boolean> {
      const oldest = db.selectFrom('alert_silences').select('created_at').orderBy('created_at').limit(1)
      return (await oldest.execute()).length > 0
    },

    /** Silences of the administrators. */
    async listOfFleet(): Promise<Silence[]> {
      return (await db.selectFrom('alert_silences').selectAll().where('owner_id', 'is', null).execute()).map(toSilence)
    },

    /** Silences of these accounts, in batches: an account has at most `SILENCES_MAX`, most have none. */
    async *listOfOwners(ownerIds: string[]): AsyncGenerator<Silence[]> {
      for (let start = 0; start < ownerIds.length; start += OWNERS_PER_BATCH) {
        const owners = await countByOwner(ownerIds.slice(start, start + OWNERS_PER_BATCH))
        for (const some of splitByTotal(owners, READ_BATCH_SIZE)) {
          const ids = some.map(({ id }) => id)
          const rows = await executeLongRead(
            db,
            db.selectFrom('alert_silences').selectAll().where('owner_id', 'in', ids),
          )
          yield rows.map(toSilence)
        }
      }
    },

    /** A page of expired silences. */
    async listExpired(now: number): Promise<Silence[]> {
      const found = db.selectFrom('alert_silences').selectAll().where('times', 'is', null).where('until', '<=', now)
      return (await found.orderBy('until').limit(PAGE_SIZE).execute()).map(toSilence)
    },

    /** Next page, after an id, of silences without an end: they last until their target has recovered. */
    async listUntilRecovered(after: string): Promise<Silence[]> {
      const found = db.selectFrom('alert_silences').selectAll().where('times', 'is', null).where('until', 'is', null)
      const rows = await found.where('id', '>', after).orderBy('id').limit(PAGE_SIZE).execute()
      return rows.map(toSilence)
    },

    /** Visible silences, newest first. */
    async list(reader: RuleReader): Promise<AlertSilence[]> {
      const rows = await visibleTo(reader).orderBy('created_at', 'desc').orderBy('id').limit(LISTED_MAX).execute()
      return rows.map(toContract)
    },

    async find(reader: RuleReader, id: string): Promise<{ silence: Silence; view: AlertSilence } | null> {
      const row = await visibleTo(reader).where('id', '=', id).executeTakeFirst()
      return row ? { silence: toSilence(row), view: toContract(row) } : null
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
          id,
          owner_id: ownerId,
          by_id: byId,
          by_name: byName,
          reason,
          until,
          created_at: now,
          target_kind: target.kind,
          target: target.kind === 'tag' ? target.tag : target.id,
          target_name: targetName,
          times: times && JSON.stringify(times),
        })
        .execute()
    },

    async remove(ids: string[]): Promise<void> {
      for await (const some of inParts(ids, REMOVED_BATCH_SIZE)) {
        await db.deleteFrom('alert_silences').where('id', 'in', some).execute()
      }
    },
  }
}
export type SilencesRepo = ReturnType<typeof createSilencesRepo>

const targetOf = ({ target_kind: kind, target }: SilenceRow) =>
  kind === 'tag' ? { kind, tag: target } : { kind, id: target }

const toSilence = (row: SilenceRow): Silence => ({
  id: row.id,
  ownerId: row.owner_id,
  byId: row.by_id,
  byName: row.by_name,
  target: targetOf(row),
  until: row.until === null ? null : Number(row.until),
  times: row.times === null ? null : JSON.parse(row.times),
})

function toContract(row: SilenceRow): AlertSilence {
  const { target, until, times } = toSilence(row)
  return {
    _id: row.id,
    target,
    targetName: row.target_name,
    times,
    reason: row.reason,
    by: row.by_name,
    reach: row.owner_id === null ? 'fleet' : 'own',
    until: until === null ? null : new Date(until).toISOString(),
    isAutomatic: false,
    createdAt: new Date(row.created_at).toISOString(),
  }
}
