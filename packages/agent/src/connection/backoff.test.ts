import { expect, onTestFinished, test, vi } from 'vitest'
import { createBackoff } from './backoff.ts'

const alwaysMaximum = () => 1
const steps = (backoff: ReturnType<typeof createBackoff>, count: number, wasRefused = false) =>
  Array.from({ length: count }, () => backoff.next(wasRefused) / 1000)

test('the wait doubles from one second to one minute, and after an hour to five minutes', () => {
  let clock = 0
  const backoff = createBackoff(alwaysMaximum, () => clock)
  expect(steps(backoff, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  clock = 3_600_001
  expect(steps(backoff, 2)).toEqual([256, 300])
  backoff.succeeded()
  expect(steps(backoff, 1)).toEqual([1])
})

test('the waits stay short when the machine sets its clock years ahead', () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const backoff = createBackoff(alwaysMaximum)
  steps(backoff, 8)
  vi.setSystemTime(Date.parse('2026-11-28'))
  expect(steps(backoff, 1)).toEqual([60])
})

test('after a success the hour until the longer waits begins again', () => {
  let clock = 0
  const backoff = createBackoff(alwaysMaximum, () => clock)
  steps(backoff, 8)
  backoff.succeeded()
  clock = 3_600_001
  expect(steps(backoff, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('the wait is random, so that a fleet does not reconnect in one wave', () => {
  const backoff = createBackoff(
    () => 0.25,
    () => 0,
  )
  expect(steps(backoff, 3)).toEqual([0.25, 0.5, 1])
})

test('the wait after a refused token doubles up to half an hour', () => {
  expect(
    steps(
      createBackoff(alwaysMaximum, () => 0),
      7,
      true,
    ),
  ).toEqual([60, 120, 240, 480, 960, 1800, 1800])
})
