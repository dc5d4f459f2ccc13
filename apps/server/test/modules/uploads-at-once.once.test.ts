import type { Worker } from 'node:worker_threads'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

const CONCURRENCY = 12
let it: TestApp
let token: string
beforeAll(async () => {
  it = await createTestApp()
  token = (await it.signUp('keeper')).tokens.accessToken
})
afterAll(() => it.close())

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

test('packages that are sent at once are read two at a time, good and bad ones', async () => {
  const threads = countThreads()
  const good = clockArchive({})
  const all = Array.from({ length: CONCURRENCY }, (_, n) => upload(it, token, n % 2 ? good : Buffer.from('no archive')))
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(threads.max).toBe(2)
  expect(new Set(statuses)).toEqual(new Set([200, 400, 409]))
})
