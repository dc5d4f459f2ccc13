import type { PasswordOwner } from '@atalaya/contract/password-rules'
import { createFairQueue, type Share } from '@atalaya/module-sdk/fair-queue'
import { hash, verify } from '@node-rs/argon2'
import { comparable } from '#server/domain/comparable.ts'
import { AppError } from '#server/domain/errors.ts'
import { ipv6SiteOf } from '#server/http/address.ts'
import { assertHardToGuess } from './password-rules.ts'

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane; about 20 ms of one core. */
export const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Cost of a hash: memory in KiB, passes over it, lanes. */
export type PasswordSettings = { hashing: typeof HASHING }
/** Hashes that are made at a time, and those that may wait. */
const PARALLEL_MAX = 4
const QUEUE_MAX = 100
const RETRY_AFTER_SECONDS = 2

/** Keys of the hashing queue: the account if it is signed in or on a known device, else the network. */
export const shareOfAccount = (userId: string): Share => ({ group: `account ${userId}`, member: userId })
export const shareOfAddress = (ip: string, login: string): Share => ({
  group: ipv6SiteOf(ip),
  member: comparable(login),
})

/**
 * Hashes and checks passwords off the event loop, few at a time, in a fair queue. A full queue answers 503, so that
 * hashing can't starve the server or other people. Unicode forms of the same text are one password.
 */
export function createPasswords(hashing = HASHING) {
  // A hash that no password has: an unknown account costs the same time as a known one. It is made while the server
  // starts.
  const unmatchableHash = hash(crypto.randomUUID(), hashing)
  const inTurn = createFairQueue({ parallel: PARALLEL_MAX, waitingMax: QUEUE_MAX, refusal: busy })

  return {
    /**
     * Hashes a new password.
     *
     * @throws AppError bad_request that names `field` if it is easy to guess; unavailable if too many passwords wait
     */
    async hashNew(password: string, owner: PasswordOwner, field: string, queueKey: Share): Promise<string> {
      await assertHardToGuess(password, owner, field)
      return inTurn(queueKey, () => hash(password.normalize('NFC'), hashing))
    },
    /** Compares with a stored hash, or with none for an account that does not exist: same work, always false. */
    verify: (password: string, stored: string | null, queueKey: Share) =>
      inTurn(
        queueKey,
        async () => (await verify(stored ?? (await unmatchableHash), password.normalize('NFC'))) && stored !== null,
      ),
  }
}
export type Passwords = ReturnType<typeof createPasswords>

const busy = () =>
  new AppError('unavailable', 'Too many sign-ins at once; try again in a moment', {
    code: 'auth.busy',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
