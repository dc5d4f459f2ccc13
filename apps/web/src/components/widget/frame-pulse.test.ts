import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameMeter } from '#web/components/widget/frame-meter.ts'
import { createPulse } from '#web/components/widget/frame-pulse.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a frame that never starts is reported', () => {
  const silent = vi.fn()
  createPulse(vi.fn(), silent)
  vi.advanceTimersByTime(14_999)
  expect(silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(silent).toHaveBeenCalledWith('This module did not start.')
})

test('a frame is kept while it answers, and reported once when it stops', () => {
  const silent = vi.fn()
  const pulse = createPulse(() => answers && pulse.beat(), silent)
  let answers = true
  pulse.started()
  vi.advanceTimersByTime(600_000)
  expect(silent).not.toHaveBeenCalled()
  answers = false
  vi.advanceTimersByTime(15_000)
  expect(silent).toHaveBeenCalledWith('This module does not answer and was stopped.')
  vi.advanceTimersByTime(600_000)
  expect(silent).toHaveBeenCalledOnce()
})

test('a frame of a hidden page may be silent, and has its full time once shown', () => {
  const silent = vi.fn()
  const pulse = createPulse(vi.fn(), silent)
  pulse.started()
  vi.advanceTimersByTime(10_000)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(600_000)
  hidden.mockRestore()
  vi.advanceTimersByTime(14_999)
  expect(silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(silent).toHaveBeenCalledOnce()
})

test('a removed frame is not reported', () => {
  const silent = vi.fn()
  const pulse = createPulse(vi.fn(), silent)
  pulse.started()
  pulse.stop()
  vi.advanceTimersByTime(600_000)
  expect(silent).not.toHaveBeenCalled()
})

test('a frame may send 120 messages at once and 40 a second after that', () => {
  const isWithinRate = createFrameMeter()
  const burst = Array.from({ length: 121 }, () => isWithinRate(0))
  expect(burst.filter(Boolean)).toHaveLength(120)
  const steady = createFrameMeter()
  expect(Array.from({ length: 4000 }, (_, n) => steady(n * 25)).every(Boolean)).toBe(true)
})
