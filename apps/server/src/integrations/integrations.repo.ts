import type { Integration, IntegrationService } from '@atalaya/contract/integrations'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import type { IntegrationsTable } from '#server/db/schema-integrations.ts'
import { CLOCK_SKEW_MAX_MS } from '#server/limits/limits.ts'

/** A stored connection; `sealed` are its tokens. */
export type Connection = {
  id: string
  userId: string
  service: IntegrationService
  account: string
  status: Integration['status']
  connectedAt: number
  sealed: string
  accessEndsAt: number
}

/** SQL on connections. Tokens are replaced only if they are still those that the caller has read. */
export function createIntegrationsRepo(db: Db | Tx) {
  const updateIfCurrent = (id: string, sealed: string) =>
    db.updateTable('integrations').where('id', '=', id).where('tokens_sealed', '=', sealed)

  return {
    async listOf(userId: string): Promise<Connection[]> {
      const rows = await db
        .selectFrom('integrations')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('service')
        .execute()
      return rows.map(toConnection)
    },

    async find(userId: string, service: IntegrationService): Promise<Connection | null> {
      const row = await db
        .selectFrom('integrations')
        .selectAll()
        .where('user_id', '=', userId)
        .where('service', '=', service)
        .executeTakeFirst()
      return row ? toConnection(row) : null
    },

    /** A new connection takes the place of the user's previous one to the same service. */
    async put(connection: Connection): Promise<void> {
      const { userId, service } = connection
      await db.deleteFrom('integrations').where('user_id', '=', userId).where('service', '=', service).execute()
      await db
        .insertInto('integrations')
        .values({
          id: connection.id,
          user_id: userId,
          service,
          account: connection.account,
          status: connection.status,
          connected_at: connection.connectedAt,
          tokens_sealed: connection.sealed,
          access_ends_at: connection.accessEndsAt,
          refreshing_until: 0,
        })
        .execute()
    },

    async remove(userId: string, id: string): Promise<Connection | null> {
      const row = await db
        .deleteFrom('integrations')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row ? toConnection(row) : null
    },

    /** Claims the renewal of the tokens until `until`. False if another instance has it. */
    async claim({ id, sealed }: Connection, now: number, until: number): Promise<boolean> {
      const claim = updateIfCurrent(id, sealed)
        .where((row) =>
          // A claim with a much later end was made while a clock ran ahead.
          row.or([row('refreshing_until', '<=', now), row('refreshing_until', '>', until + CLOCK_SKEW_MAX_MS)]),
        )
        .set({ refreshing_until: until })
      return (await claim.executeTakeFirst()).numUpdatedRows === 1n
    },

    async release({ id, sealed }: Connection): Promise<void> {
      await updateIfCurrent(id, sealed).set({ refreshing_until: 0 }).execute()
    },

    async renew({ id, sealed }: Connection, fresh: Pick<Connection, 'sealed' | 'accessEndsAt'>): Promise<void> {
      await updateIfCurrent(id, sealed)
        .set({ tokens_sealed: fresh.sealed, access_ends_at: fresh.accessEndsAt, refreshing_until: 0 })
        .execute()
    },

    /** The tokens of all connections. */
    async listSealed(): Promise<string[]> {
      const rows = await db.selectFrom('integrations').select('tokens_sealed').execute()
      return rows.map((row) => row.tokens_sealed)
    },

    /** Marks a connection whose tokens the service no longer accepts. */
    async markLost({ id, sealed }: Connection): Promise<void> {
      await updateIfCurrent(id, sealed).set({ status: 'reconnect' }).execute()
    },
  }
}
export type IntegrationsRepo = ReturnType<typeof createIntegrationsRepo>

function toConnection(row: Selectable<IntegrationsTable>): Connection {
  return {
    id: row.id,
    userId: row.user_id,
    service: row.service,
    account: row.account,
    status: row.status,
    connectedAt: row.connected_at,
    sealed: row.tokens_sealed,
    accessEndsAt: row.access_ends_at,
  }
}
