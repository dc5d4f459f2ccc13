import type { AlertMessage } from '@atalaya/contract/alert-messages'
import type { Severity } from '@atalaya/contract/severity'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { removeInParts } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertIncidentsTable, AlertMessagesTable, AlertNoticesTable } from '#server/db/schema-alerts.ts'
import { dueMessagesAt, dueNoticesAt, firstDue, IS_OPEN } from './due.repo.ts'
import { reasonInWords, SUMMED_UP, TOO_MANY } from './when.ts'

export type MessageRow = Selectable<AlertMessagesTable>
export type NewMessage = Pick<
  MessageRow,
  'notice_key' | 'user_id' | 'channel_id' | 'channel_kind' | 'channel_name' | 'incident_id' | 'what'
> &
  Pick<MessageRow, 'severity' | 'title' | 'body' | 'state' | 'reason' | 'due_at' | 'created_at'>
/** An incident with the fields of its messages. */
export type Incident = Selectable<AlertIncidentsTable>
export type OpeningDecision = { channelId: string; state: MessageRow['state']; reason: string }
export type MessageCounts = { recent: number; waiting: number }
export type DueNotice = { notice: Selectable<AlertNoticesTable>; incident: Incident }

const textColumns = [
  ...(['id', 'notice_key', 'user_id', 'channel_id', 'channel_kind', 'channel_name', 'incident_id', 'what'] as const),
  ...(['severity', 'title', 'body', 'state', 'reason'] as const),
]
const allColumns = [...textColumns, 'due_at', 'created_at'] as const
const columns = {
  ...Object.fromEntries(textColumns.map((name) => [name, 'text' as const])),
  due_at: 'bigint' as const,
  created_at: 'bigint' as const,
}
const columnList = (prefix: string) => sql.join(allColumns.map((name) => sql.ref(`${prefix}${name}`)))

/** SQL on notices for people, and on their messages. */
export function createMessagesRepo(db: Db | Tx) {
  /** Messages to channels about an incident's opening, growth or escalation. */
  const openings = (incidentId: string) =>
    db
      .selectFrom('alert_messages')
      .where('incident_id', '=', incidentId)
      .where('what', 'in', ['opened', 'grew', 'escalated'])
      .where('channel_id', 'is not', null)

  return {
    async dueNotices(now: number, limit: number): Promise<DueNotice[]> {
      const { rows: notices } = await firstDue<DueNotice['notice']>('alert_notices', dueNoticesAt(now), limit).execute(
        db,
      )
      if (notices.length === 0) return []
      const ids = [...new Set(notices.map(({ incident_id }) => incident_id))]
      const rows = await db.selectFrom('alert_incidents').selectAll().where('id', 'in', ids).execute()
      const incidents = new Map(rows.map((row) => [row.id, row]))
      return notices.flatMap((notice) => {
        const incident = incidents.get(notice.incident_id)
        return incident ? [{ notice, incident }] : []
      })
    },
    /**
     * True if a notice or a message is due. A message in the state `sending` is due again when its lease ends.
     */
    async hasDue(now: number): Promise<boolean> {
      const existsIn = (table: string) => (where: RawBuilder<unknown>) =>
        sql`exists (select 1 from ${sql.table(table)} where ${where})`
      const conditions = [
        ...dueNoticesAt(now).map(existsIn('alert_notices')),
        ...dueMessagesAt(now, ['waiting', 'sending']).map(existsIn('alert_messages')),
      ]
      const { rows } = await sql`select 1 where ${sql.join(conditions, sql` or `)}`.execute(db)
      return rows.length > 0
    },

    async dropNotice(seq: number): Promise<void> {
      await db.deleteFrom('alert_notices').where('seq', '=', seq).execute()
    },
    async postponeNotice(seq: number, until: number): Promise<void> {
      await db.updateTable('alert_notices').set({ due_at: until }).where('seq', '=', seq).execute()
    },

    /** Stores decisions. Replaces a stored one only if it left the message out, and no summary included the message. */
    async saveDecisions(messages: NewMessage[]): Promise<void> {
      if (messages.length === 0) return
      const rows = messages.map((message) =>
        allColumns.map((name) => (name === 'id' ? crypto.randomUUID() : (message[name] ?? null))),
      )
      await sql`
        insert into alert_messages (${columnList('')}, tries, perhaps_twice)
        select ${columnList('input.')}, 0, 0 from ${jsonRows(db, columns, rows)} as input
        join users on users.id = input.user_id where true
        on conflict (notice_key) do update set
          state = excluded.state, reason = excluded.reason, due_at = excluded.due_at, title = excluded.title,
          body = excluded.body
        where alert_messages.state = 'left out' and alert_messages.reason <> ${SUMMED_UP}`.execute(db)
    },

    /** People with a decision about a message of an incident's opening, growth or escalation on a channel. */
    async openingRecipients(incidentId: string): Promise<string[]> {
      const rows = await executeLongRead(db, openings(incidentId).select('user_id').distinct())
      return rows.map(({ user_id }) => user_id)
    },
    /** Decisions about such messages for some people. */
    async openingDecisions(incidentId: string, userIds: string[]): Promise<OpeningDecision[]> {
      const columns = ['channel_id', 'state', 'reason'] as const
      const rows = await executeLongRead(db, openings(incidentId).select(columns).where('user_id', 'in', userIds))
      return rows.flatMap(({ channel_id: channelId, state, reason }) =>
        channelId ? [{ channelId, state, reason }] : [],
      )
    },

    /**
     * Cancels unsent messages (waiting or held) about an incident's opening, growth or escalation. Returns their
     * channels.
     */
    async cancelOpeningMessages(incidentId: string, reason: string, userIds?: string[]): Promise<string[]> {
      const rows = await db
        .updateTable('alert_messages')
        .set({ state: 'left out', reason })
        .where('incident_id', '=', incidentId)
        .where('what', 'in', ['opened', 'grew', 'escalated'])
        .where('state', 'in', ['waiting', 'held'])
        .$if(userIds !== undefined, (waiting) => waiting.where('user_id', 'in', userIds ?? []))
        .returning('channel_id')
        .execute()
      return rows.flatMap(({ channel_id: channelId }) => channelId ?? [])
    },

    /** Open incidents with a due message that was held, or is to be retried. */
    async incidentsOfDelayedMessages(now: number, limit: number): Promise<Incident[]> {
      const incidents = sql<Incident>`
        select * from alert_incidents where ended_at is null and id in (
          select incident_id from alert_messages
          where ${IS_OPEN} and due_at <= ${now} and (state = 'held' or (state = 'waiting' and tries > 0)))
        limit ${limit}`
      return executeLongRead(db, incidents)
    },
    /** Postpones the due messages of an incident, except the one about its end. */
    async postponeMessages(
      incidentId: string,
      now: number,
      { until, reason }: { until: number; reason: string },
    ): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ due_at: until, reason })
        .where('incident_id', '=', incidentId)
        .where('state', 'in', ['waiting', 'held'])
        .where('due_at', '<=', now)
        .where('what', '<>', 'ended')
        .execute()
    },

    /**
     * Applies a person's new choice of times for a severity to their held messages. Skips those that the hourly limit
     * holds. `IS_OPEN` is there for the partial index.
     */
    async holdUntil(userId: string, severity: Severity, { until, reason }: { until: number; reason: string }) {
      await db
        .updateTable('alert_messages')
        .set({ due_at: until, reason })
        .where('user_id', '=', userId)
        .where('severity', '=', severity)
        .where(IS_OPEN)
        .where('state', '=', 'held')
        .where('reason', '!=', TOO_MANY)
        .execute()
    },

    /**
     * Messages of each person: `recent` ones, created after `since`, and `waiting` ones, not sent yet. Held messages
     * are not among the recent ones.
     */
    async messageCounts(userIds: string[], since: number): Promise<Map<string, MessageCounts>> {
      if (userIds.length === 0) return new Map()
      const input = jsonRows(
        db,
        { id: 'text' },
        userIds.map((id) => [id]),
      )
      // Two parts, each with an index: people keep a month of messages.
      const counted = sql<{ user_id: string; state: string; total: number; recent: number }>`
        select user_id, state, count(*) as total, sum(recent) as recent from (
          select user_id, state, 1 as recent from ${input} as input join alert_messages on user_id = input.id
          where created_at > ${since} and state <> 'left out'
          union all
          select user_id, state, 0 as recent from ${input} as input join alert_messages on user_id = input.id
          where created_at <= ${since} and ${IS_OPEN} and state <> 'sending'
        ) as parts group by user_id, state`
      const rows = await executeLongRead(db, counted)
      const counts = new Map(userIds.map((id) => [id, { recent: 0, waiting: 0 }]))
      for (const { user_id, state, total, recent } of rows) {
        const count = counts.get(user_id)
        if (!count) continue
        if (state === 'held' || state === 'waiting') count.waiting += Number(total)
        if (state !== 'held') count.recent += Number(recent)
      }
      return counts
    },

    /** The log of decisions of an account, newest first. */
    async log(userId: string, { limit, before, incidentId }: LogPart): Promise<AlertMessage[]> {
      const from = before
        ? await db.selectFrom('alert_messages').select('seq').where('id', '=', before).executeTakeFirst()
        : undefined
      const rows = await db
        .selectFrom('alert_messages')
        .selectAll()
        .where('user_id', '=', userId)
        .$if(from !== undefined, (query) => query.where('seq', '<', from?.seq ?? 0))
        .$if(incidentId !== undefined, (query) => query.where('incident_id', '=', incidentId ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toMessage)
    },

    async removeOlderThan(at: number): Promise<void> {
      await removeInParts(db, { table: 'alert_messages', where: sql`created_at < ${at}` })
    },
  }
}
export type MessagesRepo = ReturnType<typeof createMessagesRepo>
type LogPart = { limit: number; before?: string | undefined; incidentId?: string | undefined }

const toMessage = (row: MessageRow): AlertMessage => ({
  _id: row.id,
  at: new Date(row.created_at).toISOString(),
  what: row.what,
  incidentId: row.incident_id,
  title: row.title,
  channel: row.channel_kind === null ? null : { kind: row.channel_kind, name: row.channel_name ?? '' },
  state: row.state,
  reason: reasonInWords(row.reason),
  tries: row.tries,
  answer: row.answer,
  perhapsTwice: row.perhaps_twice === 1,
})
