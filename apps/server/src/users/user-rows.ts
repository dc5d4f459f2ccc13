import type { Role, User } from '@atalaya/contract/users'
import type { Selectable } from 'kysely'
import type { UsersTable } from '#server/db/schema-accounts.ts'

/** Public columns of an account. */
export const columns = [
  'id',
  'username',
  'email',
  'name',
  'surname',
  'birthday',
  'role',
  'is_active',
  'last_login',
  'has_second_factor',
] as const
/** Columns for signing in. */
export const signInColumns = [
  'id',
  'username',
  'password_hash',
  'password_off',
  'is_active',
  'must_change_password',
  'has_second_factor',
  'epoch',
] as const

type Row = Pick<Selectable<UsersTable>, (typeof columns)[number]>
type SignInRow = Pick<Selectable<UsersTable>, (typeof signInColumns)[number]>

/** Values of a new account. */
export type NewUser = {
  id: string
  username: string
  email: string
  name: string
  surname: string
  birthday: string | null
  role: Role
  /** Null for an account that no password lets in. */
  passwordHash: string | null
  now: number
}

/** Values of an account that change. */
export type UserChange = {
  email?: string
  name?: string
  surname?: string
  birthday?: string | null
  role?: Role
  isActive?: boolean
}

/** Account with the hash of its password, for signing in. */
export type SignInAccount = {
  id: string
  username: string
  /** Null if no password lets the account in: it has none, or its owner closed it to passwords. */
  passwordHash: string | null
  isActive: boolean
  mustChangePassword: boolean
  hasSecondFactor: boolean
  epoch: number
}

/** Hash that no password has. */
export const NO_PASSWORD = ''

/** True if a password lets the account in. */
export const isLocal = (row: Pick<Selectable<UsersTable>, 'password_hash' | 'password_off'>) =>
  row.password_hash !== NO_PASSWORD && row.password_off === 0

export function toUser(row: Row): User {
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
    ...(row.has_second_factor === 1 && { hasSecondFactor: true }),
  }
}

export function toSignInAccount(row: SignInRow): SignInAccount {
  return {
    id: row.id,
    username: row.username,
    passwordHash: isLocal(row) ? row.password_hash : null,
    isActive: row.is_active === 1,
    mustChangePassword: row.must_change_password === 1,
    hasSecondFactor: row.has_second_factor === 1,
    epoch: row.epoch,
  }
}
