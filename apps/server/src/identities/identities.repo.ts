import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import type { IdentitiesTable } from '#server/db/schema-accounts.ts'

export type LinkedIdentity = {
  id: string
  userId: string
  issuer: string
  subject: string
  label: string
  /** True if the account has its administrator's role from the provider's group. */
  givesAdmin: boolean
  linkedAt: number
  lastUsedAt: number | null
}

/** SQL on accounts at providers, which are identified only by issuer and subject. */
export function createIdentitiesRepo(db: Db | Tx) {
  return {
    async find(issuer: string, subject: string): Promise<LinkedIdentity | null> {
      const row = await db
        .selectFrom('identities')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ? toIdentity(row) : null
    },

    async listOf(userId: string): Promise<LinkedIdentity[]> {
      const rows = await db
        .selectFrom('identities')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute()
      return rows.map(toIdentity)
    },

    async insert(identity: LinkedIdentity): Promise<void> {
      await db
        .insertInto('identities')
        .values({
          id: identity.id,
          user_id: identity.userId,
          issuer: identity.issuer,
          subject: identity.subject,
          label: identity.label,
          gives_admin: identity.givesAdmin ? 1 : 0,
          linked_at: identity.linkedAt,
          last_used_at: identity.lastUsedAt,
        })
        .execute()
    },

    /** Records the use; false if it is no longer linked. */
    async touch(id: string, label: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('identities')
        .set({ label, last_used_at: now })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async setGivesAdmin(id: string, givesAdmin: boolean): Promise<void> {
      await db
        .updateTable('identities')
        .set({ gives_admin: givesAdmin ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },

    /** Marks a role as given by an administrator, and no longer by a provider. True if it was a provider's. */
    async forgetGivenRoles(userId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('identities')
        .set({ gives_admin: 0 })
        .where('user_id', '=', userId)
        .where('gives_admin', '=', 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Removes and returns all identities of an account. */
    async removeAll(userId: string): Promise<LinkedIdentity[]> {
      const rows = await db.deleteFrom('identities').where('user_id', '=', userId).returningAll().execute()
      return rows.map(toIdentity)
    },

    /** Removes and returns an identity of an account; null if the account does not have it. */
    async remove(userId: string, id: string): Promise<LinkedIdentity | null> {
      const row = await db
        .deleteFrom('identities')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst()
      return row ? toIdentity(row) : null
    },
  }
}

const toIdentity = (row: Selectable<IdentitiesTable>): LinkedIdentity => ({
  id: row.id,
  userId: row.user_id,
  issuer: row.issuer,
  subject: row.subject,
  label: row.label,
  givesAdmin: row.gives_admin === 1,
  linkedAt: row.linked_at,
  lastUsedAt: row.last_used_at,
})
