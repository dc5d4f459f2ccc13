import { randomBytes } from 'node:crypto'
import type { AuditEntry } from '@atalaya/contract/audit'
import type { AuditAction } from '@atalaya/contract/audit-actions'
import { type Selectable, sql } from 'kysely'
import { removeInParts } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AuditTable } from '#server/db/schema-accounts.ts'

/** Actor: a caller, perhaps with a token. For a failed sign-in `userId` is null. */
type AuditActor = { userId: string | null; username: string; ip: string; credential?: { name: string } }
/** Person or resource that the action was on. */
type AuditTarget = { id: string; name: string }

/** An event to record. `details` is a few words for people. */
export type AuditRecord = { action: AuditAction; by: AuditActor; target?: AuditTarget; details?: string }

export type AuditListing = {
  limit: number
  before?: string | undefined
  action?: AuditAction
  userId?: string
  /** Range in ISO 8601: `from` is included, `to` is not. */
  from?: string
  to?: string
}

const DETAILS_MAX = 300
/** Number of entries written by this process; orders the ids of one millisecond. */
let writtenCount = 0

/** SQL on the audit log. Rows are added and read, never changed; only their age removes them. */
export function createAuditRepo(db: Db | Tx) {
  return {
    async insert(at: number, { action, by, target, details = '' }: AuditRecord): Promise<void> {
      await db
        .insertInto('audit')
        .values({
          id: nextId(at),
          at,
          action,
          actor_id: by.userId,
          actor_name: nameOf(by),
          target_id: target?.id ?? null,
          target_name: target?.name ?? null,
          ip: by.ip,
          details: details.slice(0, DETAILS_MAX),
        })
        .execute()
    },

    /** Entries older than the id `before`, newest first. */
    async list({ limit, before, action, userId, from, to }: AuditListing): Promise<AuditEntry[]> {
      const newest = db
        .selectFrom('audit')
        .orderBy('id', 'desc')
        .limit(limit)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        // Ids sort by time, so an index on a filter also covers the range.
        .$if(from !== undefined, (query) => query.where('id', '>=', idFrom(Date.parse(from ?? ''), 0)))
        .$if(to !== undefined, (query) => query.where('id', '<', idFrom(Date.parse(to ?? ''), 0)))
        .$if(action !== undefined, (query) => query.where('action', '=', action as AuditAction))
      if (userId === undefined) return (await executeLongRead(db, newest.selectAll())).map(toEntry)
      // One query per column: a condition on both would scan the whole log instead of using the indexes.
      const queries = (['actor_id', 'target_id'] as const).map((name) => newest.selectAll().where(name, '=', userId))
      const rows = (await Promise.all(queries.map((query) => executeLongRead(db, query)))).flat()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return [...byId.values()].sort(newestFirst).slice(0, limit).map(toEntry)
    },

    /** True if this action on a target is in the log. */
    async has(action: AuditAction, targetId: string): Promise<boolean> {
      const found = db.selectFrom('audit').select('id').where('target_id', '=', targetId).where('action', '=', action)
      return (await found.limit(1).executeTakeFirst()) !== undefined
    },

    async removeOlderThan(at: number): Promise<void> {
      await removeInParts(db, { table: 'audit', where: sql`id < ${idFrom(at, 0)}` })
    },
  }
}
export type AuditRepo = ReturnType<typeof createAuditRepo>

const nameOf = ({ username, credential }: AuditActor) =>
  credential ? `token ${credential.name} for ${username}` : username

/** Ids sort by time, then by order of writing, in every collation: they are hexadecimal digits only. */
function nextId(at: number): string {
  writtenCount = (writtenCount + 1) % 0x1_0000
  return `${idFrom(at, writtenCount)}${randomBytes(4).toString('hex')}`
}

/** Beginning of an id: the time in ms, and a number that orders entries of the same time; 0 for a bound. */
const idFrom = (at: number, nth: number) => at.toString(16).padStart(12, '0') + nth.toString(16).padStart(4, '0')

const newestFirst = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1)

function toEntry(row: Selectable<AuditTable>): AuditEntry {
  return {
    _id: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action,
    actor: { id: row.actor_id, name: row.actor_name },
    target: row.target_name === null ? null : { id: row.target_id, name: row.target_name },
    ip: row.ip,
    details: row.details,
  }
}
