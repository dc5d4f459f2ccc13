import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { FactorsSchema } from './schema-factors.ts'

/** The tables of accounts; the conventions are those of schema.ts. */
export type AccountsSchema = FactorsSchema & {
  meta: { key: string; value: string }
  users: UsersTable
  sessions: SessionsTable
  access_tokens: { hash: string; session_id: string; expires_at: number }
  refresh_tokens: RefreshTokensTable
  qr_codes: QrCodesTable
  guess_budgets: { key: string; failures: number; last_at: number; blocked_until: number }
  identities: IdentitiesTable
  oidc_starts: OidcStartsTable
  known_devices: { hash: string; user_id: string; last_used_at: number }
  audit: AuditTable
  /** Personal preferences: `value` is JSON, as `packages/contract/src/preferences.ts` has it. */
  preferences: { user_id: string; key: string; value: string }
  /** `colours` are those of both modes as JSON, checked when the theme was added. */
  themes: { id: string; name: string; version: string; author: string | null; colours: string }
}

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
  /** Empty if the account has no password, as a provider's sign-in created it. */
  password_hash: string
  /** 1 if its owner signs in by providers only. The hash is kept, so that passwords can be allowed again. */
  password_off: number
  must_change_password: number
  /** 1 if there is a passkey or an authenticator app; written together with the epoch. */
  has_second_factor: number
  /** Rises when all sessions of the account must end; a session keeps the epoch of its beginning. */
  epoch: number
  last_login: number | null
  created_at: number
  /** Time at which its removal began; its resources are deleted in batches, and its row last. */
  removed_at: number | null
}

type SessionsTable = {
  id: string
  user_id: string
  user_epoch: number
  signed_in_by: 'password' | 'qr' | 'passkey' | 'oidc'
  /** Provider of an `oidc` session, and its name at that time. */
  provider: string | null
  provider_name: string | null
  /** SHA-256 of the HttpOnly cookie that a browser must show to refresh; null for scripts. */
  binding_hash: string | null
  user_agent: string
  ip: string
  created_at: number
  last_used_at: number
  expires_at: number
  revoked_at: number | null
  /** End of the time for changes that need a fresh confirmation of the user; null without one. */
  confirmed_until: number | null
}

/** An account at a provider of OpenID Connect: known by issuer and subject, and by nothing else. */
export type IdentitiesTable = {
  id: string
  user_id: string
  issuer: string
  subject: string
  label: string
  /** 1 if the account is an administrator by a claim of this provider. */
  gives_admin: number
  linked_at: number
  last_used_at: number | null
}

/** Visit to a provider's page, or a registration after it (`register`); each is used once. */
type OidcStartsTable = {
  /** SHA-256 of the state, or of the ticket. */
  hash: string
  /** SHA-256 of the cookie of the browser that made the visit. */
  browser_hash: string
  provider: string
  purpose: 'sign-in' | 'link' | 'confirm' | 'register'
  /** The session that links or confirms. */
  session_id: string | null
  sealed: string
  expires_at: number
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

export type QrCodesTable = {
  code_hash: string
  /** SHA-256 of the generating device's secret for fetching its session. With `is_bound` 0 the code alone is enough. */
  poll_hash: string
  is_bound: number
  match_code: string
  user_agent: string
  ip: string
  network: string
  created_at: number
  expires_at: number
  status: 'pending' | 'scanned' | 'authenticated' | 'released' | 'expired'
  /** SHA-256 of the cookie of the second device, if that is a browser. */
  claim_hash: string | null
  attempts: number
  /** The account that approved, and its epoch then: the end of its sessions ends an approval too. */
  user_id: string | null
  user_epoch: number | null
  released_at: number | null
  released_sealed: string | null
}

export type AuditTable = {
  /** Sorts by time. */
  id: string
  at: number
  action: AuditAction
  actor_id: string | null
  actor_name: string
  target_id: string | null
  target_name: string | null
  ip: string
  details: string
}
