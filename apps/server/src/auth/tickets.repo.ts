import { sql } from 'kysely'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SignInTicketsTable } from '#server/db/schema-factors.ts'
import type { SessionProvider } from '#server/domain/actors.ts'
import { CLOCK_SKEW_MAX_MS, FACTOR_TICKET_MS } from '#server/limits/limits.ts'

/** Proof of a right password, to be shown with the second factor. */
export type Ticket = {
  hash: string
  userId: string
  epoch: number
  bindingHash: string | null
  qrHash: string | null
  /** The provider that vouched in place of a password. */
  provider: SessionProvider | null
}

/** SQL on tickets for the second factor. */
export function createTicketsRepo(db: Db | Tx) {
  return {
    async insert({ hash, userId, epoch, bindingHash, qrHash, provider }: Ticket, expiresAt: number): Promise<void> {
      await db
        .insertInto('sign_in_tickets')
        .values({
          hash,
          user_id: userId,
          user_epoch: epoch,
          binding_hash: bindingHash,
          qr_hash: qrHash,
          provider: provider?.id ?? null,
          provider_name: provider?.name ?? null,
          attempts: 0,
          expires_at: expiresAt,
        })
        .execute()
    },

    /**
     * Takes one try from a ticket, in the browser that it is bound to. Null if there is no such ticket, or no try left.
     */
    async takeTry(hash: string, bindingHash: string | null, now: number, max: number): Promise<Ticket | null> {
      const row = await db
        .updateTable('sign_in_tickets')
        .set((ticket) => ({ attempts: ticket('attempts', '+', 1) }))
        .where('hash', '=', hash)
        .where((row) => row.or([row('binding_hash', 'is', null), row('binding_hash', '=', bindingHash)]))
        .where('expires_at', '>', now)
        // A ticket that lasts longer was made while the clock ran ahead.
        .where('expires_at', '<=', now + FACTOR_TICKET_MS + CLOCK_SKEW_MAX_MS)
        .where('attempts', '<', max)
        .returningAll()
        .executeTakeFirst()
      return row ? toTicket(row) : null
    },

    /** Removes a used ticket; true for the one caller who was first. */
    async use(hash: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('sign_in_tickets').where('hash', '=', hash).executeTakeFirst()
      return numDeletedRows === 1n
    },

    async removeExpired(now: number): Promise<void> {
      await removeInParts(db, { table: 'sign_in_tickets', key: 'hash', where: sql`expires_at <= ${now}` })
    },
  }
}
export type TicketsRepo = ReturnType<typeof createTicketsRepo>

const toTicket = (row: SignInTicketsTable): Ticket => ({
  hash: row.hash,
  userId: row.user_id,
  epoch: row.user_epoch,
  bindingHash: row.binding_hash,
  qrHash: row.qr_hash,
  provider: row.provider === null ? null : { id: row.provider, name: row.provider_name ?? row.provider },
})
