import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPulse, stillMs } from '#web/app/display-screen/pulse.ts'

let frameRequests: (() => void)[]
beforeEach(() => {
  frameRequests = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (onFrame: () => void) => frameRequests.push(onFrame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'displayPulse')
})

test('the pulse of a display counts its seconds, and the frames that the browser drew', () => {
  startPulse()
  vi.advanceTimersByTime(3_000)
  expect(window.displayPulse).toEqual({ ticks: 3, frames: 0 })
  // One frame is asked for until it is drawn.
  expect(frameRequests).toHaveLength(1)
  frameRequests.shift()?.()
  expect([window.displayPulse, stillMs()]).toEqual([{ ticks: 3, frames: 1 }, 0])
  vi.advanceTimersByTime(5_000)
  expect([window.displayPulse, stillMs(), frameRequests.length]).toEqual([{ ticks: 8, frames: 1 }, 5_000, 1])
})

test('a hidden display does not stand still, and a shown one without frames does', () => {
  startPulse()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(60_000)
  expect(stillMs()).toBe(0)
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(30_000)
  expect(stillMs()).toBe(30_000)
})
