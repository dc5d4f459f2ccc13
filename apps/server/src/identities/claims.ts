import { boundedText } from '@atalaya/contract/bounded-text'
import { z } from 'zod'

/** Maximum characters of a label, and maximum number of groups that are read. */
const LABEL_MAX = 200
const GROUPS_MAX = 1_000

/** Optional claim: a value other than a text counts as absent. */
const optionalText = boundedText(1_000).trim().max(1_000).catch('')

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: optionalText,
  email_verified: z.unknown().optional(),
  preferred_username: optionalText,
  given_name: optionalText,
  family_name: optionalText,
  name: optionalText,
})

/** Identity of a person by a provider's claims. */
export type ProfileClaims = {
  subject: string
  /** Name of the identity for people. */
  label: string
  email: string
  /** The claim is exactly `true`, not another truthy value. */
  isEmailVerified: boolean
  username: string
  name: string
  surname: string
  groups: string[]
}

/** Identity that a provider has verified. */
export type VouchedClaims = ProfileClaims & {
  /** True if the person has just signed in at the provider, and not only with an older session. */
  isFresh: boolean
}

/** True if the sign-in at the provider was at most `maxAgeMs` before the token. False without a time of sign-in. */
export const isFresh = ({ iat, auth_time }: { iat?: unknown; auth_time?: unknown }, maxAgeMs: number): boolean =>
  typeof iat === 'number' && typeof auth_time === 'number' && (iat - auth_time) * 1000 <= maxAgeMs

/** Reads the claims of a verified token or answer. @throws Error without a subject */
export function readClaims(rawClaims: Record<string, unknown>, groupsClaim: string): ProfileClaims {
  const parsed = claims.parse(rawClaims)
  const [first, ...rest] = parsed.name.split(' ')
  const username = parsed.preferred_username
  return {
    subject: parsed.sub,
    label: (parsed.email || username || parsed.name || parsed.sub).slice(0, LABEL_MAX),
    email: parsed.email,
    isEmailVerified: parsed.email !== '' && parsed.email_verified === true,
    username,
    name: parsed.given_name || (first ?? ''),
    surname: parsed.family_name || rest.join(' '),
    groups: groupsIn(rawClaims, groupsClaim),
  }
}

/** Finds the claim of groups, by its name or by a dotted path. A single text counts as a list of one. */
function groupsIn(rawClaims: Record<string, unknown>, claim: string): string[] {
  const found = Object.hasOwn(rawClaims, claim) ? rawClaims[claim] : claim.split('.').reduce(valueInside, rawClaims)
  const list = Array.isArray(found) ? found.slice(0, GROUPS_MAX) : [found]
  return list.filter((group) => typeof group === 'string')
}

const valueInside = (outer: unknown, key: string): unknown =>
  typeof outer === 'object' && outer !== null && Object.hasOwn(outer, key)
    ? (outer as Record<string, unknown>)[key]
    : undefined
