/** The tables of second factors; the conventions are those of schema.ts. */
export type FactorsSchema = {
  passkeys: PasskeysTable
  totp_secrets: {
    user_id: string
    secret_sealed: string
    /** Null until the first code confirmed that an app has it. */
    confirmed_at: number | null
    /** The last half minute whose code was taken: none is taken twice. */
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
  /** As the authenticator calls it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** The name that it works at. */
  rp_id: string
  name: string
  /** JSON. */
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
  /** The account's epoch when the password was right: the end of its sessions ends this too. */
  user_epoch: number
  /** SHA-256 of the HttpOnly cookie that a browser must show with it; null for scripts. */
  binding_hash: string | null
  /** The QR code that is approved with it. */
  qr_hash: string | null
  provider: string | null
  provider_name: string | null
  attempts: number
  expires_at: number
}
