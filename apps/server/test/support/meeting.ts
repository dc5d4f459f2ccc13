import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tx } from '#server/db/schema.ts'
import type { TestApp } from './test-app.ts'

type Hold = RawBuilder<unknown> | ((tx: Tx) => Promise<unknown>)
/** Waits until so many statements wait for the lock; `isOver` ends the waiting, too. */
type UntilWaiting = (count: number, isOver?: () => boolean) => Promise<void>

/**
 * Keeps something of PostgreSQL locked by a transaction while `work` runs, and lets it go then. In between everybody who
 * wants to change it has read what they go by, and has written nothing yet.
 */
export const holding = (it: Pick<TestApp, 'withDatabase'>, hold: Hold, work: (until: UntilWaiting) => Promise<void>) =>
  it.withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await (typeof hold === 'function' ? hold(tx) : hold.execute(tx))
      await work(async (count, isOver = () => false) => {
        const hasCome = async () => isOver() || (await waiting(db)) >= count
        await expect.poll(hasCome, { interval: 5 }).toBe(true)
      })
    }),
  )

/**
 * Has several works meet at a lock. Each begins once the one before waits for it, and they go on in this order. One
 * that needs no lock ends at once.
 */
export async function meet<T>(
  it: Pick<TestApp, 'withDatabase'>,
  hold: Hold,
  works: (() => Promise<T>)[],
): Promise<T[]> {
  const begun: Promise<T>[] = []
  await holding(it, hold, async (until) => {
    for (const work of works) {
      let isOver = false
      const one = work().finally(() => {
        isOver = true
      })
      begun.push(one)
      one.catch(() => {})
      await until(begun.length, () => isOver)
    }
  })
  return Promise.all(begun)
}

async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
