import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createReporter } from './reporter.ts'

const log = createLog(() => undefined)

test('a measurement that could not be kept does not stop the next one', async () => {
  let kept = 0
  const reporter = createReporter(async () => {
    if (++kept === 1) throw new Error('no room')
  }, log)
  await reporter.report()
  await reporter.report()
  expect(kept).toBe(2)
})

test('a measurement that takes long is not begun a second time', async () => {
  const released = Promise.withResolvers<void>()
  let kept = 0
  const reporter = createReporter(() => {
    kept++
    return released.promise
  }, log)
  const first = reporter.report()
  await expect.poll(() => kept).toBe(1)
  await reporter.report()
  expect(kept).toBe(1)
  released.resolve()
  await first
  await reporter.report()
  expect(kept).toBe(2)
})

test('one timer measures, however often the pace changes, and none after the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const reporter = createReporter(async () => undefined, log)
  await reporter.start()
  const [firstTimer, paceTimer] = [1, 1]
  for (const seconds of [5, 20]) reporter.followServer(seconds)
  reporter.setReportInterval(30)
  expect(vi.getTimerCount()).toBe(firstTimer + paceTimer)
  reporter.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a pace that stays the same does not postpone the next measurement', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const kept = Promise.withResolvers<void>()
  const reporter = createReporter(async () => kept.resolve(), log)
  reporter.followServer(10)
  reporter.followServer(60)
  for (const _ of [1, 2, 3]) {
    vi.advanceTimersByTime(20_000)
    reporter.followServer(60)
  }
  await kept.promise
  reporter.stop()
})

test('a pace that a command chose stays, whatever the server says after it', () => {
  const reporter = createReporter(async () => undefined, log)
  const paces = [20, 1e300, 0].map((seconds) => {
    reporter.followServer(seconds)
    return reporter.intervalS()
  })
  expect(paces).toEqual([20, 86_400, 0.05])
  reporter.setReportInterval(7)
  reporter.followServer(20)
  expect(reporter.intervalS()).toBe(7)
  reporter.stop()
})
