import { expect, onTestFinished, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'

test('a failing run is reported and repeated, and a stop waits for the current run', async () => {
  const reported: string[] = []
  const faults = createFaults((error, where) => reported.push(`${where}: ${(error as Error).message}`))
  const slow = Promise.withResolvers<void>()
  let runs = 0
  const job = repeat(faults, 1, () => {
    runs++
    if (runs === 1) throw new Error('at once')
    return runs === 2 ? Promise.reject(new Error('later')) : slow.promise
  })
  onTestFinished(() => job.stop())
  await expect.poll(() => runs).toBe(3)
  expect(reported).toEqual(['job: at once', 'job: later'])
  let isStopped = false
  const stopped = job.stop().then(() => (isStopped = true))
  await Promise.resolve()
  expect(isStopped).toBe(false)
  slow.resolve()
  await stopped
  expect(runs).toBe(3)
})

test('a stop asks the current run to end early', async () => {
  const begun = Promise.withResolvers<void>()
  const job = repeat(
    createFaults(() => {}),
    1,
    async (stopping) => {
      begun.resolve()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    },
  )
  await begun.promise
  await job.stop()
})
