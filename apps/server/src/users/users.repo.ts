import type { Role, User } from '@atalaya/contract/users'
import { executeLongRead } from '#server/db/long-reads.ts'
import { exchangeMeta } from '#server/db/meta.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { comparable } from '#server/domain/comparable.ts'
import {
  columns,
  isLocal,
  type NewUser,
  NO_PASSWORD,
  type SignInAccount,
  signInColumns,
  toSignInAccount,
  toUser,
  type UserChange,
} from './user-rows.ts'

/** Maximum of listed accounts: the list has no pages. */
const LISTED_MAX = 10_000
const LISTED_BATCH_SIZE = 250

/**
 * SQL on `users`. Returns contract shapes, never the hash unless a function says so. Lists, `find` and sign-in leave
 * out accounts whose removal has begun; the rest still finds them.
 */
export function createUsersRepo(db: Db | Tx) {
  return {
    async insert(user: NewUser): Promise<User> {
      const row = await db
        .insertInto('users')
        .values({
          id: user.id,
          username: user.username,
          username_key: comparable(user.username),
          email: user.email,
          email_key: comparable(user.email),
          name: user.name,
          surname: user.surname,
          birthday: user.birthday,
          role: user.role,
          is_active: 1,
          password_hash: user.passwordHash ?? NO_PASSWORD,
          password_off: 0,
          must_change_password: 0,
          has_second_factor: 0,
          epoch: 0,
          last_login: null,
          created_at: user.now,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return toUser(row)
    },

    async find(id: string): Promise<User | null> {
      const row = await db
        .selectFrom('users')
        .select(columns)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return row ? toUser(row) : null
    },

    /** Accounts in the order of their e-mail addresses, in batches, so that memory holds only one. */
    async *list(): AsyncGenerator<User[]> {
      for (let last = '', listed = 0; listed < LISTED_MAX; listed += LISTED_BATCH_SIZE) {
        const next = db
          .selectFrom('users')
          .select([...columns, 'email_key'])
          .where('email_key', '>', last)
          .where('removed_at', 'is', null)
          .orderBy('email_key')
          .limit(LISTED_BATCH_SIZE)
        const rows = await executeLongRead(db, next)
        yield rows.map(toUser)
        last = rows.at(-1)?.email_key ?? ''
        if (rows.length < LISTED_BATCH_SIZE) return
      }
    },

    /** The changed account; null if there is none. */
    async update(id: string, change: UserChange): Promise<User | null> {
      const { email, isActive, ...otherFields } = change
      const row = await db
        .updateTable('users')
        .set({
          ...otherFields,
          ...(email !== undefined && { email, email_key: comparable(email) }),
          ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
        })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ? toUser(row) : null
    },

    /** Sets the password, and allows sign-in by it again. */
    async setPassword(id: string, passwordHash: string, { mustChange }: { mustChange: boolean }): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash, password_off: 0, must_change_password: mustChange ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },

    /** State of the account's password: whether it is set, and whether it allows sign-in. */
    async localSignIn(id: string): Promise<{ hasPassword: boolean; isOpen: boolean }> {
      const row = await db
        .selectFrom('users')
        .select(['password_hash', 'password_off'])
        .where('id', '=', id)
        .executeTakeFirst()
      const hasPassword = row !== undefined && row.password_hash !== NO_PASSWORD
      return { hasPassword, isOpen: hasPassword && row.password_off === 0 }
    },

    async setLocalSignIn(id: string, isOpen: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_off: isOpen ? 0 : 1 })
        .where('id', '=', id)
        .execute()
    },

    /** Locks the account: other changes of its role, status and sessions wait. Null if its row is gone. */
    async lock(id: string): Promise<{ role: Role; isActive: boolean; epoch: number } | null> {
      const row = await db
        .updateTable('users')
        .set((user) => ({ epoch: user.ref('epoch') }))
        .where('id', '=', id)
        .returning(['role', 'is_active', 'epoch'])
        .executeTakeFirst()
      return row ? { role: row.role, isActive: row.is_active === 1, epoch: row.epoch } : null
    },

    /** Ends all sessions of the account, except those that adopt the new epoch. Returns that epoch. */
    async raiseEpoch(id: string): Promise<number> {
      const { epoch } = await db
        .updateTable('users')
        .set((row) => ({ epoch: row('epoch', '+', 1) }))
        .where('id', '=', id)
        .returning('epoch')
        .executeTakeFirstOrThrow()
      return epoch
    },

    /** Finds the account by username or e-mail, ignoring case. Removal takes both from an account. */
    async findForSignIn(login: string): Promise<SignInAccount | null> {
      const key = comparable(login)
      const row = await db
        .selectFrom('users')
        .select(signInColumns)
        .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
        .executeTakeFirst()
      return row ? toSignInAccount(row) : null
    },

    async findForSignInById(id: string): Promise<SignInAccount | null> {
      const row = await db
        .selectFrom('users')
        .select(signInColumns)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return row ? toSignInAccount(row) : null
    },

    /** Stores the time of a sign-in. False if the account is gone, or its removal has begun. */
    async touchLogin(id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ last_login: now })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async hasAny(): Promise<boolean> {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
    },

    /** Claims the role of the first administrator; true for exactly one caller ever, even of concurrent ones. */
    claimFirstAdmin: (id: string): Promise<boolean> => exchangeMeta(db, FIRST_ADMIN, id, null),

    /** Serialises transactions that may remove an administrator: each writes the same row first. */
    async lockAdmins(): Promise<void> {
      await db
        .updateTable('meta')
        .set((row) => ({ value: row.ref('value') }))
        .where('key', '=', FIRST_ADMIN)
        .execute()
    },

    /** Kind of active administrators that are left: none, only by providers, or some with a password. */
    async kindOfActiveAdmins(): Promise<'none' | 'by provider' | 'local'> {
      // Sorts those with a usable password first: `NO_PASSWORD` is less than any hash.
      const rows = await db
        .selectFrom('users')
        .select(['password_hash', 'password_off'])
        .where('role', '=', 'admin')
        .where('is_active', '=', 1)
        .orderBy('password_off')
        .orderBy('password_hash', 'desc')
        .limit(1)
        .execute()
      const [best] = rows
      if (!best) return 'none'
      return isLocal(best) ? 'local' : 'by provider'
    },
  }
}
export type UsersRepo = ReturnType<typeof createUsersRepo>

const FIRST_ADMIN = 'first_admin'
