/** Credentials of programs and displays; those of sessions and agents have tables of their own. See schema.ts. */
export type CredentialsSchema = {
  credentials: {
    id: string
    /** SHA-256 of the credential, which itself is not stored. */
    hash: string
    kind: 'personal' | 'display'
    owner_id: string
    name: string
    /** JSON list of names in `packages/contract/src/scopes.ts`, perhaps some of another version. */
    scopes: string
    /** JSON: the agents that it reaches; null for all that its owner sees. */
    selector: string | null
    created_at: number
    /** Null for a credential without end. */
    expires_at: number | null
    last_used_at: number | null
    last_address: string | null
    revoked_at: number | null
    /** SHA-256 of a cookie that a display's browser must send too; null for programs. */
    binding_hash: string | null
  }
}
