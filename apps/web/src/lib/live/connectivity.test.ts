import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  beginWaiting,
  onReturn,
  recordAnswer,
  silentForMs,
  useConnectivity,
  useIsStuck,
} from '#web/lib/live/connectivity.ts'

let isOnline: boolean
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  recordAnswer(true)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function setNetwork(isUp: boolean) {
  isOnline = isUp
  window.dispatchEvent(new Event(isUp ? 'online' : 'offline'))
}

test('a browser without a network is offline, whatever the server answered before', () => {
  const { result } = renderHook(useConnectivity)
  expect(result.current).toBe('online')
  act(() => recordAnswer(false))
  expect(result.current).toBe('unreachable')
  act(() => setNetwork(false))
  expect(result.current).toBe('offline')
  act(() => setNetwork(true))
  expect(result.current).toBe('unreachable')
  act(() => recordAnswer(true))
  expect(result.current).toBe('online')
})

test('a return is reported once, when network and server are both back', () => {
  const listener = vi.fn()
  const stop = onReturn(listener)
  recordAnswer(true)
  setNetwork(true)
  recordAnswer(false)
  setNetwork(false)
  setNetwork(true)
  expect(listener).not.toHaveBeenCalled()
  recordAnswer(true)
  recordAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  recordAnswer(false)
  recordAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a waiting screen after a return is not a second return', () => {
  const listener = vi.fn()
  const stop = onReturn(listener)
  recordAnswer(false)
  recordAnswer(true)
  beginWaiting()()
  expect(listener).toHaveBeenCalledTimes(1)
  recordAnswer(false)
  recordAnswer(true)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test('a listener that starts while the server is away is called on its return', () => {
  recordAnswer(false)
  const listener = vi.fn()
  const stop = onReturn(listener)
  recordAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

test('a failure does not count as an answer', () => {
  vi.useFakeTimers()
  recordAnswer(true)
  vi.advanceTimersByTime(700)
  recordAnswer(false)
  expect(silentForMs()).toBe(700)
  recordAnswer(true)
  expect(silentForMs()).toBe(0)
  vi.useRealTimers()
})

test('a screen is stuck while a place on it waits for an absent server, and no longer', () => {
  const { result } = renderHook(useIsStuck)
  const states: boolean[] = []
  const recordState = (change: () => void) => {
    act(change)
    states.push(result.current)
  }
  const ends: (() => void)[] = []
  recordState(() => ends.push(beginWaiting(), beginWaiting()))
  recordState(() => recordAnswer(false))
  recordState(() => ends[0]?.())
  recordState(() => ends[1]?.())
  expect(states).toEqual([false, true, true, false])
  recordAnswer(true)
})
