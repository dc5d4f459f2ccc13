/** The tables of second factors; the conventions are those of schema.ts. */
export type FactorsSchema = {
  passkeys: PasskeysTable
  totp_secrets: {
    user_id: string
    secret_sealed: string
    /** Null until a first code has proved that the app has the secret. */
    confirmed_at: number | null
    /** Step of 30 s (RFC 6238) of the last accepted code: no code is accepted twice. */
    last_step: number
  }
  /** Unused codes; a used one is removed. */
  recovery_codes: { user_id: string; hash: string }
  passkey_challenges: PasskeyChallengesTable
  sign_in_tickets: SignInTicketsTable
}

export type PasskeysTable = {
  id: string
  user_id: string
  /** Id that the authenticator chose, base64url. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  counter: number
  /** Relying party: the host name where the passkey works. */
  rp_id: string
  name: string
  /** JSON list, such as `["internal"]`. */
  transports: string
  is_synced: number
  created_at: number
  last_used_at: number | null
}

export type PasskeyChallengesTable = {
  /** SHA-256 of the challenge. */
  hash: string
  purpose: 'sign-in' | 'factor' | 'register' | 'confirm'
  /** Owner: SHA-256 of a cookie or of a ticket, or the id of a session. */
  bound_to: string
  rp_id: string
  origin: string
  expires_at: number
}

export type SignInTicketsTable = {
  hash: string
  user_id: string
  /** The account's epoch when the password was checked. Ending all sessions raises it, so the ticket ends too. */
  user_epoch: number
  /** SHA-256 of the HttpOnly cookie that a browser must send with the ticket; null for scripts. */
  binding_hash: string | null
  /** QR code that the sign-in approves; null for other sign-ins. */
  qr_hash: string | null
  provider: string | null
  provider_name: string | null
  attempts: number
  expires_at: number
}
