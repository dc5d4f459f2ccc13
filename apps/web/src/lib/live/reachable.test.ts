import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAnswer, noteWaiting, onReturn, silentForMs, useReach } from '#web/lib/live/reachable.ts'

let isOnline: boolean
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  noteAnswer(true)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function network(on: boolean) {
  isOnline = on
  window.dispatchEvent(new Event(on ? 'online' : 'offline'))
}

test('without a network one is offline, after any answer of the server', () => {
  const { result } = renderHook(useReach)
  expect(result.current).toBe('online')
  act(() => noteAnswer(false))
  expect(result.current).toBe('unreachable')
  act(() => network(false))
  expect(result.current).toBe('offline')
  act(() => network(true))
  expect(result.current).toBe('unreachable')
  act(() => noteAnswer(true))
  expect(result.current).toBe('online')
})

test('a return is told once, and only once all of the way is there again', () => {
  const told = vi.fn()
  const stop = onReturn(told)
  noteAnswer(true)
  network(true)
  noteAnswer(false)
  network(false)
  network(true)
  expect(told).not.toHaveBeenCalled()
  noteAnswer(true)
  noteAnswer(true)
  expect(told).toHaveBeenCalledTimes(1)
  stop()
  noteAnswer(false)
  noteAnswer(true)
  expect(told).toHaveBeenCalledTimes(1)
})

test('after a return what waits on the screen is no other one, but the next is', () => {
  const told = vi.fn()
  const stop = onReturn(told)
  noteAnswer(false)
  noteAnswer(true)
  noteWaiting()()
  expect(told).toHaveBeenCalledTimes(1)
  noteAnswer(false)
  noteAnswer(true)
  expect(told).toHaveBeenCalledTimes(2)
  stop()
})

test('a listener that starts while the server is away hears of its return', () => {
  noteAnswer(false)
  const told = vi.fn()
  const stop = onReturn(told)
  noteAnswer(true)
  expect(told).toHaveBeenCalledTimes(1)
  stop()
})

test('a failure is no sign of life', () => {
  vi.useFakeTimers()
  noteAnswer(true)
  vi.advanceTimersByTime(700)
  noteAnswer(false)
  expect(silentForMs()).toBe(700)
  noteAnswer(true)
  expect(silentForMs()).toBe(0)
  vi.useRealTimers()
})
