import type { UserLock } from '@atalaya/contract/users'
import type { Repos } from '#server/compose/repos.ts'
import { comparable } from '#server/domain/comparable.ts'
import { AppError } from '#server/domain/errors.ts'
import { CLOCK_SKEW_MAX_MS, guesses } from '#server/limits/limits.ts'
import type { Budget, GuessingRepo } from './guessing.repo.ts'
import { hashToken } from './tokens.ts'

/** Maximum of attempts on one account that wait for each other. */
const WAITING_MAX = 100

/** Clears the wrong passwords after a right one, as part of a transaction. */
export type ClearBudget = (repos: { guessing: Pick<GuessingRepo, 'clearUnread'> }) => Promise<void>

type Needs = { repo: Pick<GuessingRepo, 'find' | 'replace' | 'clearUnread' | 'listBlocked'>; now: () => number }

/**
 * Budget of wrong passwords for each account, over all ways in, kept in the database. An attempt is paid before the
 * password is checked, and paid back if it was right. Sending many attempts at once therefore gives no more tries.
 */
export function createGuessBudget({ repo, now }: Needs) {
  const runInQueue = createQueues()

  /** True while a budget is locked. A lock by a clock that ran ahead lets one try in, which stores the right time. */
  const isBlocked = ({ lastAt, blockedUntil }: Budget) => blockedUntil > now() && lastAt <= now() + CLOCK_SKEW_MAX_MS

  async function findFree(key: string): Promise<Budget> {
    const seen = await repo.find(key)
    if (isBlocked(seen)) throw tooMany(seen.blockedUntil - now())
    return seen
  }

  /** Takes one try from a budget, unless it has changed since it was read. Returns a function that gives it back. */
  async function pay(key: string, found: Budget): Promise<() => Promise<unknown>> {
    for (let seen = found; ; seen = await findFree(key)) {
      const paid = afterFailure(seen, now())
      if (await repo.replace(key, seen, paid)) return () => repo.replace(key, paid, seen)
    }
  }

  /**
   * Calls `open` if `check` finds a password right, and returns its result; otherwise null. `open` writes in one
   * transaction with `clearBudget`, which gives the try back.
   *
   * @throws AppError too_many, without calling `check`, if the budget of `key` is used up.
   */
  const enter = <T>(key: string, check: () => Promise<boolean>, open: (clearBudget: ClearBudget) => Promise<T>) =>
    runInQueue(key, async (): Promise<T | null> => {
      const seen = await findFree(key)
      // Checks the password while the try is being written; the result is used only after the write.
      const checked = check()
      checked.catch(() => undefined)
      const giveBack = await pay(key, seen)
      try {
        return (await checked) ? await open((repos) => repos.guessing.clearUnread(key)) : null
      } catch (error) {
        await giveBack()
        throw error
      }
    })

  return {
    enter,

    /** Locked accounts, or the lock of this one: the longest lock of each. */
    async locks(userId?: string): Promise<UserLock[]> {
      // Prefix of the keys of all accounts, or of one account on all devices.
      const blocked = await repo.listBlocked(budgetKey('', userId ?? '', null), now())
      return [
        ...new Map(
          blocked
            .filter(isBlocked)
            .map(toLock)
            .map((lock) => [lock.userId, lock]),
        ).values(),
      ]
    },

    /** Result of `check` on a password, at the same cost. */
    guess: async (key: string, check: () => Promise<boolean>): Promise<boolean> =>
      (await enter(key, check, (clearBudget) => clearBudget({ guessing: repo }))) !== null,
  }
}
export type GuessBudget = ReturnType<typeof createGuessBudget>

/**
 * Key of a budget: the account's, or the account's on a device that it knows by a hash. An unknown name has one, too,
 * as it must behave the same. `typedName` counts only if there is no account.
 */
export function budgetKey(typedName: string, userId: string | null, knownDevice: string | null): string {
  if (userId === null) return `name ${hashToken(comparable(typedName))}`
  return knownDevice === null ? `user ${userId}` : `user ${userId} on ${knownDevice}`
}

/** Key of the budget of wrong second factors: `factor …`. They also count in the budget of wrong passwords. */
export const factorKey = (userId: string, knownDevice: string | null): string =>
  budgetKey('', userId, knownDevice).replace('user', 'factor')

/** Lock of a used-up budget. Its key names the account, and the device if that is known. */
function toLock({ key, failures, lastAt, blockedUntil }: Budget & { key: string }): UserLock {
  const [, userId = '', ...device] = key.split(' ')
  const since = new Date(lastAt).toISOString()
  return { userId, failures, since, until: new Date(blockedUntil).toISOString(), onKnownDevice: device.length > 0 }
}

/**
 * Clears the wrong passwords and factors of an account, on all devices, as part of a transaction. True if there were
 * any.
 */
export async function clearLocks({ guessing }: Pick<Repos, 'guessing'>, userId: string): Promise<boolean> {
  const devices = [null, ...(await guessing.devicesOf(userId))]
  return guessing.clear(devices.flatMap((device) => [budgetKey('', userId, device), factorKey(userId, device)]))
}

/** The budget after one more wrong password. */
function afterFailure(seen: Budget, now: number): Budget {
  const failures = seen.lastAt + guesses.forgottenAfterMs <= now ? 1 : seen.failures + 1
  return { failures, lastAt: now, blockedUntil: now + lockMsAfter(failures) }
}

function lockMsAfter(failures: number): number {
  if (failures < guesses.free) return 0
  if (failures >= guesses.max) return guesses.forgottenAfterMs
  return Math.min(guesses.firstWaitMs * 2 ** (failures - guesses.free), guesses.longestWaitMs)
}

/** Attempts on one account wait for each other: otherwise ten right passwords at once would look like ten guesses. */
function createQueues() {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= WAITING_MAX) throw tooMany(guesses.firstWaitMs)
    queues.set(key, queue)
    queue.length++
    const result = queue.last.then(work)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--queue.length === 0) queues.delete(key)
    }
  }
}

const tooMany = (waitMs: number) =>
  new AppError('too_many', 'Too many wrong passwords; try again later', {
    code: 'auth.too_many',
    retryAfterSeconds: waitMs / 1000,
  })
