import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { assertion, requestOptions } from './passkeys.ts'
import { instant } from './scalars.ts'

/** Six digits, spaces ignored: apps group them differently. */
export const totpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that the app shows'))

/** Second proofs besides the password: code of an app, recovery code, passkey. */
export const factorKind = z.enum(['totp', 'recovery', 'passkey'])
export type FactorKind = z.infer<typeof factorKind>

export const factorProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code: totpCode }),
  z.object({
    kind: z.literal('recovery'),
    /** Recovery code in upper or lower case, with or without dashes. */
    code: boundedText(64, 'This is no recovery code')
      .trim()
      .min(1, 'Enter a recovery code')
      .max(64, 'This is no recovery code'),
  }),
  z.object({ kind: z.literal('passkey'), credential: assertion }),
])
export type FactorProof = z.infer<typeof factorProof>

/**
 * Answer to a right password if the account has a second factor. The call fails with `second_factor_required`, and this
 * stands beside the error as `secondFactor`. Its ticket is for `POST /auth/second-factor`: valid once, for five
 * minutes, and in a browser only in the same one.
 */
export const factorChallenge = z.object({
  ticket: z.string(),
  expiresAt: instant,
  /** Factors that this account has. */
  kinds: z.array(factorKind),
  /** Options for passkeys that work at this address; absent if there is none. */
  passkey: requestOptions.optional(),
})
export type FactorChallenge = z.infer<typeof factorChallenge>
