import { expect, inject, test } from 'vitest'
import { createExclusiveJobs } from '#server/db/exclusive-jobs.ts'
import { createTestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000

test('a job runs at one instance at a time on PostgreSQL, and SQLite has a single instance', async () => {
  const isShared = inject('database') !== 'sqlite'
  let clock = Date.parse('2026-01-01T12:00:00Z')
  const done: string[] = []
  const failures: unknown[] = []
  const world = await createTestApp({ now: () => clock })
  await world.withDatabase(async (db) => {
    const instance = (name: string) => {
      const runExclusive = createExclusiveJobs(
        db,
        (error) => failures.push(error),
        () => clock,
      )
      return () => runExclusive('a test', async () => void done.push(name))
    }
    const runs = ['one', 'two', 'three'].map(instance)
    const everyMinute = async (minutes: number) => {
      for (let n = 0; n < minutes; n++) {
        for (const run of runs) await run()
        clock += MINUTE
      }
    }
    await everyMinute(3)
    expect(done).toEqual(isShared ? ['one', 'one', 'one'] : Array(3).fill(['one', 'two', 'three']).flat())

    runs.shift()
    clock += MINUTE
    done.length = 0
    await Promise.all(runs.map((run) => run()))
    expect(done).toHaveLength(isShared ? 1 : 2)

    // A clock that was set back does not keep the job from being done.
    clock -= 60 * MINUTE
    done.length = 0
    await everyMinute(1)
    expect(done).toHaveLength(isShared ? 1 : 2)
    expect(failures).toEqual([])
  })
  await world.close()
})

test('a failing job is reported and does not stop the next one', async () => {
  const failures: unknown[] = []
  const world = await createTestApp()
  await world.withDatabase(async (db) => {
    const runExclusive = createExclusiveJobs(db, (error) => failures.push(error), Date.now)
    await runExclusive('a test', () => Promise.reject(new Error('no disk')))
    expect(failures).toEqual([new Error('no disk')])
    await runExclusive('a test', async () => void failures.push('done'))
    expect(failures).toHaveLength(2)
  })
  await world.close()
})
