import type { Role, User } from '@atalaya/contract/users'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import type { UsersTable } from '#server/db/schema-accounts.ts'
import { comparable } from '#server/domain/comparable.ts'

const columns = ['id', 'username', 'email', 'name', 'surname', 'birthday', 'role', 'is_active', 'last_login'] as const
const secretColumns = ['id', 'username', 'password_hash', 'is_active', 'must_change_password', 'epoch'] as const

/** The list has no pages, so it has an end. */
const LISTED_MAX = 10_000
const LISTED_AT_ONCE = 250

type Row = Pick<Selectable<UsersTable>, (typeof columns)[number]>
type SecretRow = Pick<Selectable<UsersTable>, (typeof secretColumns)[number]>

/** What a new account is made of; the keys are compared, the others shown. */
export type NewUser = {
  id: string
  username: string
  email: string
  name: string
  surname: string
  birthday: string | null
  role: Role
  passwordHash: string
  now: number
}

/** What can be changed about an account. */
export type UserChange = {
  email?: string
  name?: string
  surname?: string
  birthday?: string | null
  role?: Role
  isActive?: boolean
}

/** An account as signing in needs it, secret included. */
export type UserSecret = {
  id: string
  username: string
  passwordHash: string
  isActive: boolean
  mustChangePassword: boolean
  epoch: number
}

/** SQL on `users`; answers contract shapes, never the hash unless a function says so. */
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
          password_hash: user.passwordHash,
          must_change_password: 0,
          epoch: 0,
          last_login: null,
          created_at: user.now,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return toUser(row)
    },

    async find(id: string): Promise<User | null> {
      const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
      return row ? toUser(row) : null
    },

    /** In the order of their e-mail addresses; some at a time, so that no more of them are held. */
    async *list(): AsyncGenerator<User[]> {
      for (let last = '', listed = 0; listed < LISTED_MAX; listed += LISTED_AT_ONCE) {
        const rows = await db
          .selectFrom('users')
          .select([...columns, 'email_key'])
          .where('email_key', '>', last)
          .orderBy('email_key')
          .limit(LISTED_AT_ONCE)
          .execute()
        yield rows.map(toUser)
        last = rows.at(-1)?.email_key ?? ''
        if (rows.length < LISTED_AT_ONCE) return
      }
    },

    /** The changed account; null where there is none. */
    async update(id: string, change: UserChange): Promise<User | null> {
      const { email, isActive, ...plain } = change
      const row = await db
        .updateTable('users')
        .set({
          ...plain,
          ...(email !== undefined && { email, email_key: comparable(email) }),
          ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
        })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ? toUser(row) : null
    },

    async setPassword(id: string, passwordHash: string, mustChange: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash, must_change_password: mustChange ? 1 : 0 })
        .where('id', '=', id)
        .execute()
    },

    /** Ends every session of the account but those that adopt the epoch that this answers. */
    async raiseEpoch(id: string): Promise<number> {
      const { epoch } = await db
        .updateTable('users')
        .set((row) => ({ epoch: row('epoch', '+', 1) }))
        .where('id', '=', id)
        .returning('epoch')
        .executeTakeFirstOrThrow()
      return epoch
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('users').where('id', '=', id).execute()
    },

    /** The account whose username or e-mail this is, in any case. */
    async findSecret(login: string): Promise<UserSecret | null> {
      const key = comparable(login)
      const row = await db
        .selectFrom('users')
        .select(secretColumns)
        .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
        .executeTakeFirst()
      return row ? toSecret(row) : null
    },

    async findSecretById(id: string): Promise<UserSecret | null> {
      const row = await db.selectFrom('users').select(secretColumns).where('id', '=', id).executeTakeFirst()
      return row ? toSecret(row) : null
    },

    /** False for an account that is gone. */
    async touchLogin(id: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ last_login: now })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async hasAny(): Promise<boolean> {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
    },

    /** Claims the role of the first administrator; true for exactly one caller ever, however many ask at once. */
    async claimFirstAdmin(id: string): Promise<boolean> {
      const result = await db
        .insertInto('meta')
        .values({ key: FIRST_ADMIN, value: id })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    /** Makes transactions that may take an administrator away wait for each other: they write the same row first. */
    async lockAdmins(): Promise<void> {
      await db
        .updateTable('meta')
        .set((row) => ({ value: row.ref('value') }))
        .where('key', '=', FIRST_ADMIN)
        .execute()
    },

    async hasActiveAdmin(): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('is_active', '=', 1)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
export type UsersRepo = ReturnType<typeof createUsersRepo>

const FIRST_ADMIN = 'first_admin'

function toUser(row: Row): User {
  return {
    _id: row.id,
    id: row.id,
    username: row.username,
    email: row.email,
    name: row.name,
    surname: row.surname,
    role: row.role,
    isActive: row.is_active === 1,
    lastLogin: row.last_login === null ? null : new Date(row.last_login).toISOString(),
    birthday: row.birthday,
  }
}

function toSecret(row: SecretRow): UserSecret {
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    isActive: row.is_active === 1,
    mustChangePassword: row.must_change_password === 1,
    epoch: row.epoch,
  }
}
