/** Stored in place of the hash of a revoked token: no token has this hash. */
export const REVOKED_TOKEN_HASH = '0'.repeat(64)
