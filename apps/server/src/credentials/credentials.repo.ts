import type { Role } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { cachedQuery } from '#server/db/cached-query.ts'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** A credential with the account it acts for, as the database has it. */
export type FoundCredential = {
  id: string
  kind: 'personal' | 'display'
  name: string
  scopes: string
  selector: string | null
  /** Hash of the cookie that must come with it; null if none must. */
  bindingHash: string | null
  expiresAt: number | null
  userId: string
  username: string
  role: Role
  mustChangePassword: boolean
  hasSecondFactor: boolean
  isOwnerActive: boolean
}

type InsertedCredential = { id: string; hash: string; ownerId: string; name: string; now: number }
type CredentialRow = InsertedCredential & { scopes: string; selector: string | null; expiresAt: number }
type Rights = Pick<Schema['credentials'], 'kind' | 'scopes' | 'selector' | 'expires_at'>

/** A credential as lists show it. */
export type ListedCredential = {
  id: string
  name: string
  scopes: string
  selector: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  last_address: string | null
}
/** Time and address of a credential's last use. */
export type Use = { id: string; at: number; address: string }

/** Values of a credential that was never used, revoked or bound to a browser. */
const UNUSED = { last_used_at: null, last_address: null, revoked_at: null, binding_hash: null }
/** Maximum of listed credentials: the lists have no pages. */
const LISTED_MAX = 500
const LISTED = [
  'credentials.id',
  'credentials.name',
  'scopes',
  'selector',
  'credentials.created_at',
  'credentials.expires_at',
  'last_used_at',
  'last_address',
] as const

/** SQL on credentials. */
export function createCredentialsRepo(db: Db | Tx) {
  const live = cachedQuery(db, 'credentials.live', ({ hash }: { hash: string }) =>
    db
      .selectFrom('credentials')
      .innerJoin('users', 'users.id', 'credentials.owner_id')
      .select([
        'credentials.id',
        'kind',
        'credentials.name',
        'scopes',
        'selector',
        'binding_hash',
        'expires_at',
        'owner_id',
      ])
      .select(['username', 'role', 'must_change_password', 'has_second_factor', 'is_active'])
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null)
      .where('users.removed_at', 'is', null)
      .where((row) => row.or([row('users.is_active', '=', 1), row('kind', '=', 'display')])),
  )
  const insertRow = ({ id, hash, ownerId, name, now }: InsertedCredential, rights: Rights) =>
    db
      .insertInto('credentials')
      .values({ id, hash, owner_id: ownerId, name, created_at: now, ...rights, ...UNUSED })
      .execute()
  const validPersonal = (now: number) =>
    db
      .selectFrom('credentials')
      .where('kind', '=', 'personal')
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))

  return {
    /**
     * The credential with this hash, if it is not revoked and its account is active. A display is found while its
     * account is blocked, too. The caller checks `expiresAt`.
     */
    async findLive(hash: string): Promise<FoundCredential | null> {
      const [row] = (await db.executeQuery(live({ hash }))).rows
      if (!row) return null
      const { id, kind, name, scopes, selector, username, role } = row
      return {
        id,
        kind,
        name,
        scopes,
        selector,
        username,
        role,
        bindingHash: row.binding_hash,
        expiresAt: row.expires_at,
        userId: row.owner_id,
        mustChangePassword: row.must_change_password === 1,
        hasSecondFactor: row.has_second_factor === 1,
        isOwnerActive: row.is_active === 1,
      }
    },

    async insert(row: CredentialRow): Promise<void> {
      const { scopes, selector, expiresAt } = row
      await insertRow(row, { kind: 'personal', scopes, selector, expires_at: expiresAt })
    },

    /** Inserts a display's credential, which has no end. It is unusable until `bind` hands it to a screen. */
    async insertDisplay(row: InsertedCredential): Promise<void> {
      await insertRow(row, { kind: 'display', scopes: '[]', selector: null, expires_at: null })
    },

    /**
     * Hands a display's credential to its screen, again if the answer was lost. The earlier credential becomes invalid.
     */
    async bind(id: string, { hash, bindingHash }: { hash: string; bindingHash: string | null }): Promise<void> {
      await db
        .updateTable('credentials')
        .set({ hash, binding_hash: bindingHash })
        .where('id', '=', id)
        .where('kind', '=', 'display')
        .execute()
    },

    async revokeDisplay(id: string, now: number): Promise<void> {
      await db
        .updateTable('credentials')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('kind', '=', 'display')
        .execute()
    },

    async countValid(ownerId: string, now: number): Promise<number> {
      const row = await validPersonal(now)
        .where('owner_id', '=', ownerId)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    listOf: (ownerId: string, now: number): Promise<ListedCredential[]> =>
      validPersonal(now)
        .where('owner_id', '=', ownerId)
        .select(LISTED)
        .orderBy('credentials.created_at', 'desc')
        .orderBy('credentials.id')
        .limit(LISTED_MAX)
        .execute(),

    listAll: (now: number): Promise<(ListedCredential & { owner_id: string; username: string })[]> =>
      validPersonal(now)
        .innerJoin('users', 'users.id', 'credentials.owner_id')
        .select([...LISTED, 'owner_id', 'username'])
        .orderBy('credentials.created_at', 'desc')
        .orderBy('credentials.id')
        .limit(LISTED_MAX)
        .execute(),

    /** Revokes a credential, of this owner if one is given; null if there is none. */
    async revoke(id: string, ownerId: string | null, now: number): Promise<{ name: string; ownerId: string } | null> {
      const row = await db
        .updateTable('credentials')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('kind', '=', 'personal')
        .where('revoked_at', 'is', null)
        .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId ?? ''))
        .returning(['name', 'owner_id'])
        .executeTakeFirst()
      return row ? { name: row.name, ownerId: row.owner_id } : null
    },

    /** Revokes all credentials of an owner. Returns their names. */
    revokeAll: (ownerId: string, now: number): Promise<{ kind: 'personal' | 'display'; name: string }[]> =>
      db
        .updateTable('credentials')
        .set({ revoked_at: now })
        .where('owner_id', '=', ownerId)
        .where('revoked_at', 'is', null)
        .returning(['kind', 'name'])
        .execute(),

    /** Locks a credential by an update without a change: revoking it waits. False if it was revoked first. */
    async lockLive(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set((row) => ({ name: row.ref('name') }))
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async recordUse({ id, at, address }: Use): Promise<void> {
      await db
        .updateTable('credentials')
        .set({ last_used_at: at, last_address: address })
        .where('id', '=', id)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
        .execute()
    },

    /** Removes credentials that ended before `before`. */
    async removeEnded(before: number): Promise<void> {
      // One statement a column, so that each uses its index.
      for (const column of ['expires_at', 'revoked_at'] as const) {
        await removeInParts(db, { table: 'credentials', where: sql`${sql.ref(column)} < ${before}` })
      }
    },
  }
}
export type CredentialsRepo = ReturnType<typeof createCredentialsRepo>
