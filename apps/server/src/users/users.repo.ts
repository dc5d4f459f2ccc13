import type { Role, User } from '@atalaya/contract/users'
import type { Selectable } from 'kysely'
import type { Db, Tx, UsersTable } from '#server/db/schema.ts'

const columns = ['id', 'username', 'email', 'name', 'surname', 'birthday', 'role', 'is_active', 'last_login'] as const

type Row = Pick<Selectable<UsersTable>, (typeof columns)[number]>

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

/** An account as signing in needs it, secret included. */
export type UserSecret = {
  id: string
  passwordHash: string
  isActive: boolean
  mustChangePassword: boolean
  epoch: number
}

/** How names and addresses are compared: compatibility form, lower case. */
const comparable = (text: string) => text.normalize('NFKC').toLowerCase()

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

    /** The account whose username or e-mail this is, in any case. */
    async findSecret(login: string): Promise<UserSecret | null> {
      const key = comparable(login)
      const row = await db
        .selectFrom('users')
        .select(['id', 'password_hash', 'is_active', 'must_change_password', 'epoch'])
        .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
        .executeTakeFirst()
      if (!row) return null
      return {
        id: row.id,
        passwordHash: row.password_hash,
        isActive: row.is_active === 1,
        mustChangePassword: row.must_change_password === 1,
        epoch: row.epoch,
      }
    },

    async touchLogin(id: string, now: number): Promise<void> {
      await db.updateTable('users').set({ last_login: now }).where('id', '=', id).execute()
    },

    async hasAny(): Promise<boolean> {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
    },

    /** Claims the role of the first administrator; true for exactly one caller ever, however many ask at once. */
    async claimFirstAdmin(id: string): Promise<boolean> {
      const result = await db
        .insertInto('meta')
        .values({ key: 'first_admin', value: id })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
    },
  }
}
export type UsersRepo = ReturnType<typeof createUsersRepo>

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
