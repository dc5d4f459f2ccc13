import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/http/errors.ts'
import { assertHardToGuess, type PasswordOwner } from './password-rules.ts'

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane; about 20 ms of one core. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PARALLEL_MAX = 4
const QUEUE_MAX = 100
const RETRY_AFTER_SECONDS = 2

/** A hash that no password has: an unknown account costs the same time as a known one. */
const NOBODY = await hash(crypto.randomUUID(), settings)

/**
 * Hashes and checks passwords off the event loop, few at a time; above the queue's length callers get 503, so that
 * hashing can't be used to starve the server. Unicode forms of the same text are one password.
 */
export function createPasswords() {
  let running = 0
  const queue: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= PARALLEL_MAX) {
      if (queue.length >= QUEUE_MAX) {
        throw new AppError('unavailable', 'Too many sign-ins at once; try again in a moment', {
          code: 'auth.busy',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      queue.shift()?.()
    }
  }

  return {
    /** Hashes a new password. @throws AppError bad_request that names `field` where it is easy to guess. */
    async hashNew(password: string, owner: PasswordOwner, field: string): Promise<string> {
      await assertHardToGuess(password, owner, field)
      return inTurn(() => hash(password.normalize('NFC'), settings))
    },
    /** Compares with a stored hash, or with none for an account that does not exist: same work, always false. */
    verify: (password: string, stored: string | null) =>
      inTurn(async () => (await verify(stored ?? NOBODY, password.normalize('NFC'))) && stored !== null),
  }
}
export type Passwords = ReturnType<typeof createPasswords>
