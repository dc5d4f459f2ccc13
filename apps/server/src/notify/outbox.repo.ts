import { sql } from 'kysely'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { dueMessagesAt, firstDue, IS_OPEN } from './due.repo.ts'
import type { MessageRow } from './messages.repo.ts'
import { SUMMED_UP } from './when.ts'

/** Longer than a lease lasts, also by the clock of another instance. */
const LEASE_AHEAD_MAX_MS = 2 * 60_000

/** Reasons why a message has lost its recipient, each with its condition. */
const LOST = [
  ['The channel was removed', sql<boolean>`channel_id is null`],
  ['This channel is switched off', sql<boolean>`channel_id in (select id from alert_channels where is_on = 0)`],
  ['The account was blocked', sql<boolean>`user_id in (select id from users where is_active = 0)`],
  [
    'You are no administrator any more',
    sql<boolean>`user_id in (select id from users where role <> 'admin') and incident_id in (
      select id from alert_incidents where owner_id is null or owner_id <> alert_messages.user_id)`,
  ],
] as const

/** SQL on messages that are due. */
export function createOutboxRepo(db: Db | Tx) {
  return {
    /** Messages of each channel that are due, oldest first. */
    async listDue(now: number, limit: number): Promise<MessageRow[]> {
      const unclaimed = dueMessagesAt(now).map((where) => sql`${where} and state <> 'sending'`)
      return executeLongRead(db, firstDue<MessageRow>('alert_messages', unclaimed, limit))
    },

    /** Replaces several messages of a channel by a summary. */
    async merge(ids: string[], summary: Omit<MessageRow, 'seq'>): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('alert_messages')
        .set({ state: 'left out', reason: SUMMED_UP })
        .where('id', 'in', ids)
        .where('state', 'in', ['waiting', 'held'])
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await db.insertInto('alert_messages').values(summary).execute()
    },

    /** Claims a message until `until`; false if another instance has it, or it is no longer due. */
    async claim(id: string, holder: string, until: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alert_messages')
        .set({ state: 'sending', holder, lease_until: until })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'held'])
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Sets due messages without a recipient to `left out`: person or channel is deleted, blocked or off. */
    async leaveOut(now: number): Promise<void> {
      for (const [reason, isLost] of LOST) {
        await db
          .updateTable('alert_messages')
          .set({ state: 'left out', reason })
          .where(IS_OPEN)
          .where('state', '<>', 'sending')
          .where('due_at', '<=', now)
          .where(isLost)
          .execute()
      }
    },

    /** Requeues messages whose sender has stopped. They may have been delivered. */
    async requeueAbandoned(now: number): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ state: 'waiting', perhaps_twice: 1, holder: null, lease_until: null })
        .where(IS_OPEN)
        .where('state', '=', 'sending')
        .where((where) =>
          // A later lease was written before the clock was set back.
          where.or([where('lease_until', '<', now), where('lease_until', '>', now + LEASE_AHEAD_MAX_MS)]),
        )
        .execute()
    },

    /** Writes the result of a message that `holder` has claimed. */
    async saveResult(id: string, holder: string, changed: Partial<MessageRow>): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ ...changed, holder: null, lease_until: null })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute()
    },

    /** Postpones all waiting messages of a channel after a failed one. */
    async postponeChannel(channelId: string, until: number): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ due_at: until })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'waiting')
        .where('due_at', '<', until)
        .execute()
    },
  }
}
export type OutboxRepo = ReturnType<typeof createOutboxRepo>
