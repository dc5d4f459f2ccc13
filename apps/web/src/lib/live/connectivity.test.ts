import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  noteAnswer,
  noteWaiting,
  onReturn,
  silentForMs,
  useConnectivity,
  useIsStuck,
} from '#web/lib/live/connectivity.ts'

let isOnline: boolean
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  noteAnswer(true)
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
  act(() => noteAnswer(false))
  expect(result.current).toBe('unreachable')
  act(() => setNetwork(false))
  expect(result.current).toBe('offline')
  act(() => setNetwork(true))
  expect(result.current).toBe('unreachable')
  act(() => noteAnswer(true))
  expect(result.current).toBe('online')
})

test('a return is reported once, when network and server are both back', () => {
  const listener = vi.fn()
  const stop = onReturn(listener)
  noteAnswer(true)
  setNetwork(true)
  noteAnswer(false)
  setNetwork(false)
  setNetwork(true)
  expect(listener).not.toHaveBeenCalled()
  noteAnswer(true)
  noteAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  noteAnswer(false)
  noteAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a waiting screen after a return is not a second return', () => {
  const listener = vi.fn()
  const stop = onReturn(listener)
  noteAnswer(false)
  noteAnswer(true)
  noteWaiting()()
  expect(listener).toHaveBeenCalledTimes(1)
  noteAnswer(false)
  noteAnswer(true)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test('a listener that starts while the server is away is called on its return', () => {
  noteAnswer(false)
  const listener = vi.fn()
  const stop = onReturn(listener)
  noteAnswer(true)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

test('a failure does not count as an answer', () => {
  vi.useFakeTimers()
  noteAnswer(true)
  vi.advanceTimersByTime(700)
  noteAnswer(false)
  expect(silentForMs()).toBe(700)
  noteAnswer(true)
  expect(silentForMs()).toBe(0)
  vi.useRealTimers()
})

test('a screen is stuck while a place on it waits for an absent server, and no longer', () => {
  const { result } = renderHook(useIsStuck)
  const states: boolean[] = []
  const note = (change: () => void) => {
    act(change)
    states.push(result.current)
  }
  const ends: (() => void)[] = []
  note(() => ends.push(noteWaiting(), noteWaiting()))
  note(() => noteAnswer(false))
  note(() => ends[0]?.())
  note(() => ends[1]?.())
  expect(states).toEqual([false, true, true, false])
  noteAnswer(true)
})
