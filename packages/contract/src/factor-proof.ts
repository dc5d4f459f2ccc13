import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { assertion, requestOptions } from './passkeys.ts'
import { instant } from './scalars.ts'

/** Six digits, however an app groups them. */
export const totpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that the app shows'))

/** By what somebody shows that they are who the password says: a code of an app, a recovery code, a passkey. */
export const factorKind = z.enum(['totp', 'recovery', 'passkey'])
export type FactorKind = z.infer<typeof factorKind>

export const factorProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code: totpCode }),
  z.object({
    kind: z.literal('recovery'),
    /** In any case, with or without its dashes. */
    code: boundedText(64, 'This is no recovery code')
      .trim()
      .min(1, 'Enter a recovery code')
      .max(64, 'This is no recovery code'),
  }),
  z.object({ kind: z.literal('passkey'), credential: assertion }),
])
export type FactorProof = z.infer<typeof factorProof>

/**
 * What a right password gets where the account has a second factor: no session, but a failure with the code
 * `second_factor_required` and this beside it, as `secondFactor`, with a ticket for
 * `POST /auth/second-factor`. It works once, for five minutes, and in a browser only in that one.
 */
export const factorAsked = z.object({
  ticket: z.string(),
  expiresAt: instant,
  /** What this account has. */
  kinds: z.array(factorKind),
  /** For the passkeys that work at this address; absent where there is none. */
  passkey: requestOptions.optional(),
})
export type FactorAsked = z.infer<typeof factorAsked>
