import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIdle } from '#web/app/client/use-idle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const dispatch = (type: string) => act(() => void window.dispatchEvent(new Event(type)))

test.each(['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'])(
  'a screen is idle after 300000 ms without activity, and active again with %s',
  async (type) => {
    const { result } = renderHook(() => useIdle())
    await advance(299_999)
    expect(result.current).toBe(false)
    await advance(1)
    expect(result.current).toBe(true)
    dispatch(type)
    expect(result.current).toBe(false)
    await advance(299_999)
    expect(result.current).toBe(false)
    await advance(1)
    expect(result.current).toBe(true)
  },
)

test.each([
  ['not counted, 499 ms after another', 499, true],
  ['counted, 500 ms after another', 500, false],
])('activity is %s', async (_sentence, gap, isIdle) => {
  const { result } = renderHook(() => useIdle())
  dispatch('pointermove')
  await advance(gap)
  dispatch('pointermove')
  await advance(300_000 - gap)
  expect(result.current).toBe(isIdle)
})

test('a clock that is set back hides no activity', async () => {
  const { result } = renderHook(() => useIdle())
  dispatch('pointermove')
  vi.setSystemTime(Date.now() - 3_600_000)
  await advance(300_000)
  expect(result.current).toBe(true)
  dispatch('pointermove')
  expect(result.current).toBe(false)
})

test('a changed idle time counts from the change, and a screen without an idle time is never idle', async () => {
  const { result, rerender } = renderHook(({ ms }) => useIdle(ms), { initialProps: { ms: 60_000 as number | null } })
  await advance(50_000)
  rerender({ ms: 20_000 })
  await advance(19_999)
  expect(result.current).toBe(false)
  await advance(1)
  expect(result.current).toBe(true)
  rerender({ ms: null })
  expect(result.current).toBe(false)
  await advance(600_000)
  expect(result.current).toBe(false)
})
