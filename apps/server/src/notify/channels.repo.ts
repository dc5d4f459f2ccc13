import type { AlertChoices } from '@atalaya/contract/alert-channels'
import type { Selectable } from 'kysely'
import { inputIds } from '#server/db/dialect.ts'
import { executeByKeys } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertChannelsTable } from '#server/db/schema-alerts.ts'

export type ChannelRow = Selectable<AlertChannelsTable>
export type SenderKey = 'smtp' | 'telegram' | 'deadMan' | 'push'
export type SenderRow = { body: string; sealed: string | null }
/** Last answer of the other side. */
export type Answer = { at: number; isGood: boolean; text: string }

export const NO_CHOICES: AlertChoices = { quiet: null, digest: null }

/** SQL on channels, on people's choices of times, and on the server's senders. */
export function createChannelsRepo(db: Db | Tx) {
  return {
    /** Channels of these people. Takes many ids, such as those of all administrators. */
    listOf(userIds: string[]): Promise<ChannelRow[]> {
      const channels = db
        .selectFrom(inputIds(db, userIds))
        .innerJoin('alert_channels', 'alert_channels.user_id', 'input.id')
        .selectAll('alert_channels')
        .orderBy('alert_channels.created_at')
        .orderBy('alert_channels.id')
      return executeByKeys(db, channels, userIds.length)
    },

    findMany: (ids: string[]): Promise<ChannelRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('alert_channels').selectAll().where('id', 'in', ids).execute(),

    /** Adds a channel; false if the account has one with this address. */
    async add(row: ChannelRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('alert_channels')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async update(id: string, changed: Partial<ChannelRow>): Promise<void> {
      await db.updateTable('alert_channels').set(changed).where('id', '=', id).execute()
    },

    async remove(id: string): Promise<void> {
      const dropped = { state: 'left out' as const, reason: 'The channel was removed' }
      await db
        .updateTable('alert_messages')
        .set(dropped)
        .where('channel_id', '=', id)
        .where('state', 'in', ['waiting', 'held'])
        .execute()
      await db.deleteFrom('alert_channels').where('id', '=', id).execute()
    },

    async recordAnswer(id: string, { at, isGood, text }: Answer): Promise<void> {
      const lastAnswer = { last_at: at, last_is_good: isGood ? 1 : 0, last_text: text }
      await db.updateTable('alert_channels').set(lastAnswer).where('id', '=', id).execute()
    },

    async choicesOf(userIds: string[]): Promise<Map<string, AlertChoices>> {
      const choices = db
        .selectFrom(inputIds(db, userIds))
        .innerJoin('alert_choices', 'alert_choices.user_id', 'input.id')
        .selectAll('alert_choices')
      const rows = await executeByKeys(db, choices, userIds.length)
      return new Map(rows.map(({ user_id, body }) => [user_id, JSON.parse(body)]))
    },
    async choose(userId: string, choices: AlertChoices): Promise<void> {
      const body = JSON.stringify(choices)
      await db
        .insertInto('alert_choices')
        .values({ user_id: userId, body })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ body }))
        .execute()
    },

    /** Active accounts, among these or among the administrators. */
    async listActive(which: string[] | 'administrators'): Promise<string[]> {
      const active = db.selectFrom('users').select('users.id').where('is_active', '=', 1).orderBy('users.id')
      if (which === 'administrators') return (await active.where('role', '=', 'admin').execute()).map(({ id }) => id)
      const ids = [...new Set(which)]
      const among = active.innerJoin(inputIds(db, ids), 'input.id', 'users.id')
      return (await executeByKeys(db, among, ids.length)).map(({ id }) => id)
    },

    async findSender(key: SenderKey): Promise<SenderRow | null> {
      const row = await db.selectFrom('alert_senders').selectAll().where('key', '=', key).executeTakeFirst()
      return row ?? null
    },
    async keepSender(key: SenderKey, row: SenderRow): Promise<void> {
      await db
        .insertInto('alert_senders')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    },
    /** Adds a sender. Of two concurrent ones the first stays. */
    async addSender(key: SenderKey, row: SenderRow): Promise<void> {
      await db
        .insertInto('alert_senders')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async dropSender(key: SenderKey): Promise<void> {
      await db.deleteFrom('alert_senders').where('key', '=', key).execute()
    },

    /** All sealed texts. */
    async listSealed(): Promise<string[]> {
      const [channels, senders] = await Promise.all([
        db.selectFrom('alert_channels').select('sealed').where('sealed', 'is not', null).execute(),
        db.selectFrom('alert_senders').select('sealed').where('sealed', 'is not', null).execute(),
      ])
      return [...channels, ...senders].flatMap(({ sealed }) => sealed ?? [])
    },
  }
}
export type ChannelsRepo = ReturnType<typeof createChannelsRepo>
