import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tx } from '#server/db/schema.ts'
import type { TestApp } from './test-app.ts'

type Hold = RawBuilder<unknown> | ((tx: Tx) => Promise<unknown>)
/** Waits until `count` statements wait for the lock, or until `isOver` is true. */
type UntilWaiting = (count: number, isOver?: () => boolean) => Promise<void>

/**
 * Holds a lock in PostgreSQL, which `hold` takes, while `work` runs. Statements that need the lock have already read,
 * and wait to write until it is released.
 */
export const whileLocked = (
  it: Pick<TestApp, 'withDatabase'>,
  hold: Hold,
  work: (untilWaiting: UntilWaiting) => Promise<void>,
) =>
  it.withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await (typeof hold === 'function' ? hold(tx) : hold.execute(tx))
      await work(async (count, isOver = () => false) => {
        const areWaiting = async () => isOver() || (await countWaiting(db)) >= count
        await expect.poll(areWaiting, { interval: 5 }).toBe(true)
      })
    }),
  )

/**
 * Races several operations: starts each once the one before waits at the lock, then releases the lock. They continue in
 * that order; one that needs no lock ends at once. Returns their results.
 */
export async function queueAtLock<T>(
  it: Pick<TestApp, 'withDatabase'>,
  hold: Hold,
  operations: (() => Promise<T>)[],
): Promise<T[]> {
  const begun: Promise<T>[] = []
  await whileLocked(it, hold, async (untilWaiting) => {
    for (const operation of operations) {
      let isOver = false
      const running = operation().finally(() => {
        isOver = true
      })
      begun.push(running)
      running.catch(() => {})
      await untilWaiting(begun.length, () => isOver)
    }
  })
  return Promise.all(begun)
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
