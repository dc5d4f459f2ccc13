import type { Rate } from '#server/limits/limits.ts'

const MINUTE_MS = 60_000

/** Calls of one token, at each instance. */
export const tokenCalls: Rate = {
  name: 'calls of a token',
  max: 3000,
  windowMs: MINUTE_MS,
  message: 'This token makes too many calls; try again in a minute',
  code: 'tokens.too_many_calls',
  isPerInstance: true,
}

/** Tokens that one person makes. */
export const tokenCreations: Rate = {
  name: 'new tokens',
  max: 60,
  windowMs: 60 * MINUTE_MS,
  message: 'You have made many tokens within an hour; try again later',
  code: 'tokens.too_many_new',
}

/** Form of a credential: the prefix of its kind and 256 random bits. Other texts are not looked up. */
export const CREDENTIAL = /^a[pd]_[A-Za-z0-9_-]{43}$/
