import type { Worker } from 'node:worker_threads'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

const CONCURRENCY = 12
let world: TestApp
let token: string
beforeAll(async () => {
  world = await createTestApp()
  token = (await world.signUp('admin')).tokens.accessToken
})
afterAll(() => world.close())

/** Counts concurrent threads from now on. */
function countThreads() {
  const threads = { running: 0, max: 0 }
  const onWorker = (worker: Worker) => {
    threads.running += 1
    threads.max = Math.max(threads.max, threads.running)
    worker.once('exit', () => {
      threads.running -= 1
    })
  }
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  return threads
}

test('simultaneous uploads are unpacked two at a time, whether valid or not', async () => {
  const threads = countThreads()
  const good = clockArchive({})
  const all = Array.from({ length: CONCURRENCY }, (_, n) =>
    upload(world, token, n % 2 ? good : Buffer.from('no archive')),
  )
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(threads.max).toBe(2)
  expect(new Set(statuses)).toEqual(new Set([200, 400, 409]))
})
