import type { Kysely, Transaction } from 'kysely'
import type { FleetSchema } from './schema-fleet.ts'

/**
 * The tables, one shape for SQLite and PostgreSQL: ids and JSON are text, instants are milliseconds since 1970, flags
 * are 0 or 1. Columns are snake_case here and nowhere else.
 */
export type Schema = FleetSchema & {
  meta: { key: string; value: string }
  users: UsersTable
  sessions: SessionsTable
  access_tokens: { hash: string; session_id: string; expires_at: number }
  refresh_tokens: RefreshTokensTable
  /** One row an account; writing it first lets one change of the account's pages in at a time. */
  page_lists: { user_id: string; version: number }
  pages: PagesTable
  widgets: WidgetsTable
}

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type UsersTable = {
  id: string
  username: string
  /** The username as it is compared: NFKC, lower case. Unique, as is `email_key`. */
  username_key: string
  email: string
  email_key: string
  name: string
  surname: string
  birthday: string | null
  role: 'user' | 'admin'
  is_active: number
  password_hash: string
  must_change_password: number
  /** Rises when all sessions of the account must die; a session keeps the epoch it was born in. */
  epoch: number
  last_login: number | null
  created_at: number
}

type SessionsTable = {
  id: string
  user_id: string
  user_epoch: number
  signed_in_by: 'password' | 'qr'
  /** SHA-256 of the HttpOnly cookie that a browser must show to refresh; null for scripts. */
  binding_hash: string | null
  user_agent: string
  ip: string
  created_at: number
  last_used_at: number
  expires_at: number
  revoked_at: number | null
}

type RefreshTokensTable = {
  hash: string
  session_id: string
  expires_at: number
  consumed_at: number | null
  successor_hash: string | null
  /** The successor's tokens, sealed with a key that only the holder of this token can derive. */
  successor_sealed: string | null
}

export type PagesTable = {
  id: string
  user_id: string
  name: string
  slug: string
  description: string
  sort: number
  active: number
  version: number
  created_at: number
  deleted_at: number | null
}

export type WidgetsTable = {
  id: string
  page_id: string
  /** The module's metadata when it was installed, as JSON: shown when the module has left the catalogue. */
  meta: string
  config: string
  x: number
  y: number
  w: number
  h: number
}
