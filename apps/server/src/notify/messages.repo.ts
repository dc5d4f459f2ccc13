import type { AlertMessage } from '@atalaya/contract/alert-messages'
import type { Severity } from '@atalaya/contract/severity'
import { type Selectable, sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertIncidentsTable, AlertMessagesTable, AlertNoticesTable } from '#server/db/schema-alerts.ts'
import { reasonInWords, SUMMED_UP, TOO_MANY } from './when.ts'

export type MessageRow = Selectable<AlertMessagesTable>
export type NewMessage = Pick<
  MessageRow,
  'notice_key' | 'user_id' | 'channel_id' | 'channel_kind' | 'channel_name' | 'incident_id' | 'what'
> &
  Pick<MessageRow, 'severity' | 'title' | 'body' | 'state' | 'reason' | 'due_at' | 'created_at'>
/** An incident with the fields of its messages. */
export type Incident = Selectable<AlertIncidentsTable>
export type Begun = { userId: string; channelId: string; state: MessageRow['state']; reason: string }
export type DueNotice = { notice: Selectable<AlertNoticesTable>; incident: Incident }

const texts = [
  ...(['id', 'notice_key', 'user_id', 'channel_id', 'channel_kind', 'channel_name', 'incident_id', 'what'] as const),
  ...(['severity', 'title', 'body', 'state', 'reason'] as const),
]
const names = [...texts, 'due_at', 'created_at'] as const
const columns = {
  ...Object.fromEntries(texts.map((name) => [name, 'text' as const])),
  due_at: 'bigint' as const,
  created_at: 'bigint' as const,
}
const list = (prefix: string) => sql.join(names.map((name) => sql.ref(`${prefix}${name}`)))

/** Literals, not parameters: only then do the databases use the partial index. */
export const IS_OPEN = sql<boolean>`state in ('waiting', 'held', 'sending')`

const MINUTE_MS = 60_000
/** Due messages. A due time beyond the possible delays was written before a clock was set back. */
const isDue = (now: number) => sql<boolean>`(due_at <= ${now}
  or (what in ('opened', 'ended') and due_at > ${now + MINUTE_MS}) or (what = 'grew' and due_at > ${now + 6 * MINUTE_MS}))`

/** SQL on notices for people, and on their messages. */
export function createMessagesRepo(db: Db | Tx) {
  return {
    async dueNotices(now: number, limit: number): Promise<DueNotice[]> {
      const notices = await db
        .selectFrom('alert_notices')
        .selectAll()
        .where(isDue(now))
        .orderBy('due_at')
        .orderBy('seq')
        .limit(limit)
        .execute()
      if (notices.length === 0) return []
      const ids = [...new Set(notices.map(({ incident_id }) => incident_id))]
      const rows = await db.selectFrom('alert_incidents').selectAll().where('id', 'in', ids).execute()
      const incidents = new Map(rows.map((row) => [row.id, row]))
      return notices.flatMap((notice) => {
        const incident = incidents.get(notice.incident_id)
        return incident ? [{ notice, incident }] : []
      })
    },
    /** True if a message is due, or one was left while it was being sent. */
    async hasDue(now: number): Promise<boolean> {
      const { rows } = await sql`
        select 1 where exists (select 1 from alert_notices where ${isDue(now)})
          or exists (select 1 from alert_messages where due_at <= ${now} and ${IS_OPEN})`.execute(db)
      return rows.length > 0
    },

    async dropNotice(seq: number): Promise<void> {
      await db.deleteFrom('alert_notices').where('seq', '=', seq).execute()
    },
    async putOffNotice(seq: number, until: number): Promise<void> {
      await db.updateTable('alert_notices').set({ due_at: until }).where('seq', '=', seq).execute()
    },

    /** Writes decisions; one that left a message out may be made again, unless a summary has it. Any other stands. */
    async decide(messages: NewMessage[]): Promise<void> {
      if (messages.length === 0) return
      const rows = messages.map((message) =>
        names.map((name) => (name === 'id' ? crypto.randomUUID() : (message[name] ?? null))),
      )
      await sql`
        insert into alert_messages (${list('')}, tries, perhaps_twice)
        select ${list('given.')}, 0, 0 from ${jsonRows(db, columns, rows)} as given
        join users on users.id = given.user_id where true
        on conflict (notice_key) do update set
          state = excluded.state, reason = excluded.reason, due_at = excluded.due_at, title = excluded.title,
          body = excluded.body
        where alert_messages.state = 'left out' and alert_messages.reason <> ${SUMMED_UP}`.execute(db)
    },

    /** Decisions about messages on an incident's beginning, by channel. */
    async begun(incidentId: string): Promise<Begun[]> {
      const rows = await db
        .selectFrom('alert_messages')
        .select(['user_id', 'channel_id', 'state', 'reason'])
        .where('incident_id', '=', incidentId)
        .where('what', 'in', ['opened', 'grew', 'escalated'])
        .where('channel_id', 'is not', null)
        .execute()
      return rows.flatMap(({ user_id: userId, channel_id: channelId, state, reason }) =>
        channelId ? [{ userId, channelId, state, reason }] : [],
      )
    },

    /** Cancels the waiting messages about an incident's opening, growth or escalation. */
    async cancelOpeningMessages(incidentId: string, reason: string): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ state: 'left out', reason })
        .where('incident_id', '=', incidentId)
        .where('what', 'in', ['opened', 'grew', 'escalated'])
        .where('state', 'in', ['waiting', 'held'])
        .execute()
    },

    /** Open incidents with a due message that had to wait. */
    async waitedFor(now: number, limit: number): Promise<Incident[]> {
      const { rows } = await sql<Incident>`
        select * from alert_incidents where ended_at is null and id in (
          select incident_id from alert_messages
          where ${IS_OPEN} and due_at <= ${now} and (state = 'held' or (state = 'waiting' and tries > 0)))
        limit ${limit}`.execute(db)
      return rows
    },
    /** Puts off what is due of an incident. */
    async putOff(incidentId: string, now: number, { until, reason }: { until: number; reason: string }): Promise<void> {
      await db
        .updateTable('alert_messages')
        .set({ due_at: until, reason })
        .where('incident_id', '=', incidentId)
        .where('state', 'in', ['waiting', 'held'])
        .where('due_at', '<=', now)
        .where('what', '<>', 'ended')
        .execute()
    },

    /** Applies a person's new choice of times for a severity to their waiting messages. */
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

    /** Recent messages of each person since then, and waiting ones. */
    async loads(userIds: string[], since: number): Promise<Map<string, { lately: number; waiting: number }>> {
      if (userIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('alert_messages')
        .select((of) => [
          ...(['user_id', 'state'] as const),
          of.fn.countAll().as('total'),
          sql<number>`sum(case when created_at > ${since} then 1 else 0 end)`.as('recent'),
        ])
        .where('user_id', 'in', userIds)
        .where((where) => where.or([where('created_at', '>', since), where('state', 'in', ['waiting', 'held'])]))
        .where('state', '<>', 'left out')
        .groupBy(['user_id', 'state'])
        .execute()
      const loads = new Map(userIds.map((id) => [id, { lately: 0, waiting: 0 }]))
      for (const { user_id, state, total, recent } of rows) {
        const load = loads.get(user_id)
        if (!load) continue
        if (state === 'held' || state === 'waiting') load.waiting += Number(total)
        if (state !== 'held') load.lately += Number(recent)
      }
      return loads
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
