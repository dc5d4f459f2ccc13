import { expect, test } from 'vitest'
import { guesses } from '#server/limits/limits.ts'
import { createGuessBudget } from '#server/sessions/guess-budget.ts'
import type { Budget } from '#server/sessions/guessing.repo.ts'

const WAITING_MAX = 100

/** A budget that is never used up: only the order of the checks matters. */
function createBudget() {
  const seen: Budget = { failures: 0, lastAt: 0, blockedUntil: 0 }
  const repo = {
    find: async () => seen,
    replace: async () => true,
    clearUnread: async () => undefined,
    listBlocked: async () => [],
  }
  return createGuessBudget({ repo, now: () => 1 })
}

/** A password check that waits until the test gives its result. */
function createCheck() {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let hasBegun = false
  const check = () => {
    hasBegun = true
    return promise
  }
  return { check, resolve, hasBegun: () => hasBegun }
}

/** Lets all pending promises settle. */
const settle = () => new Promise(setImmediate)

test('waiting guesses for one account are limited, and more are accepted once they are checked', async () => {
  const budget = createBudget()
  const first = createCheck()
  const waiting = Array.from({ length: WAITING_MAX }, () => budget.guess('victim', first.check))
  await expect(budget.guess('victim', async () => true)).rejects.toThrow('Too many wrong passwords')
  expect(await budget.guess('admin', async () => true)).toBe(true)
  first.resolve(true)
  await Promise.all(waiting)
  const second = createCheck()
  const again = Array.from({ length: WAITING_MAX }, () => budget.guess('victim', second.check))
  second.resolve(true)
  expect(await Promise.all(again)).toEqual(Array(WAITING_MAX).fill(true))
})

test('guesses for one account are checked in the order of their arrival', async () => {
  const budget = createBudget()
  const [first, second, third] = [createCheck(), createCheck(), createCheck()]
  const early = [budget.guess('victim', first.check), budget.guess('victim', second.check)]
  first.resolve(false)
  await early[0]
  const late = budget.guess('victim', third.check)
  await settle()
  expect([second.hasBegun(), third.hasBegun()]).toEqual([true, false])
  second.resolve(false)
  await early[1]
  third.resolve(true)
  expect(await late).toBe(true)
})

test('a guess is refused if another instance uses up the last try first', async () => {
  let stored: Budget = { failures: guesses.free - 1, lastAt: 1, blockedUntil: 0 }
  const repo = {
    find: async () => stored,
    async replace(_key: string, seen: Budget, next: Budget) {
      if (stored !== seen) return false
      stored = next
      return true
    },
    clearUnread: async () => undefined,
    listBlocked: async () => [],
  }
  const other = createGuessBudget({ repo, now: () => 1 })
  const find = async () => {
    // The other instance uses up the last try after this read, and before the write.
    const seen = stored
    if (seen.blockedUntil === 0) await other.guess('victim', async () => false)
    return seen
  }
  const late = createGuessBudget({ repo: { ...repo, find }, now: () => 1 })
  await expect(late.guess('victim', async () => true)).rejects.toThrow('Too many wrong passwords')
  expect(stored.failures).toBe(guesses.free)
})
