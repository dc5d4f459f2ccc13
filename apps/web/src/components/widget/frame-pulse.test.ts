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
  const onSilence = vi.fn()
  createPulse(vi.fn(), onSilence)
  vi.advanceTimersByTime(14_999)
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSilence).toHaveBeenCalledWith('This module did not start.')
})

test('a frame is kept while it answers, and reported once when it stops', () => {
  const onSilence = vi.fn()
  const pulse = createPulse(() => isAnswering && pulse.recordPong(), onSilence)
  let isAnswering = true
  pulse.recordStart()
  vi.advanceTimersByTime(600_000)
  expect(onSilence).not.toHaveBeenCalled()
  isAnswering = false
  vi.advanceTimersByTime(15_000)
  expect(onSilence).toHaveBeenCalledWith('This module does not answer and was stopped.')
  vi.advanceTimersByTime(600_000)
  expect(onSilence).toHaveBeenCalledOnce()
})

test('a frame of a hidden page may be silent, and has its full time once shown', () => {
  const onSilence = vi.fn()
  const pulse = createPulse(vi.fn(), onSilence)
  pulse.recordStart()
  vi.advanceTimersByTime(10_000)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(600_000)
  hidden.mockRestore()
  vi.advanceTimersByTime(14_999)
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSilence).toHaveBeenCalledOnce()
})

test('a removed frame is not reported', () => {
  const onSilence = vi.fn()
  const pulse = createPulse(vi.fn(), onSilence)
  pulse.recordStart()
  pulse.stop()
  vi.advanceTimersByTime(600_000)
  expect(onSilence).not.toHaveBeenCalled()
})

test('a frame may send 120 messages at once and 40 a second after that', () => {
  const isWithinRate = createFrameMeter()
  const burst = Array.from({ length: 121 }, () => isWithinRate(0))
  expect(burst.filter(Boolean)).toHaveLength(120)
  const steady = createFrameMeter()
  expect(Array.from({ length: 4000 }, (_, n) => steady(n * 25)).every(Boolean)).toBe(true)
})
