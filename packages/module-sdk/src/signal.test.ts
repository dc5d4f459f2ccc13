import { expect, test } from 'vitest'
import { createSignal } from './signal.ts'

/** A signal with a listener that counts how often it is called. */
function signalWithListener<T>(value: T, isSame?: (a: T, b: T) => boolean) {
  const signal = createSignal(value, isSame)
  let calls = 0
  const stop = signal.subscribe(() => {
    calls += 1
  })
  return { signal, stop, calls: () => calls }
}

test('a signal has a current value, and calls its listeners after each change', () => {
  const { signal, calls } = signalWithListener(1)
  expect(signal.get()).toBe(1)
  signal.set(2)
  signal.set(3)
  expect(signal.get()).toBe(3)
  expect(calls()).toBe(2)
})

test('an equal value calls no listener, and the object stays the same', () => {
  const first = { width: 1 }
  const { signal, calls } = signalWithListener(first, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  signal.set({ width: 1 })
  expect(signal.get()).toBe(first)
  expect(calls()).toBe(0)
  signal.set({ width: 2 })
  expect(calls()).toBe(1)
})

test('values are compared by identity by default', () => {
  const { signal, calls } = signalWithListener<unknown>(Number.NaN)
  signal.set(Number.NaN)
  expect(calls()).toBe(0)
  signal.set({})
  signal.set({})
  expect(calls()).toBe(2)
})

test('an unsubscribed listener is not called, and the others are', () => {
  const { signal, stop, calls } = signalWithListener('a')
  let others = 0
  signal.subscribe(() => {
    others += 1
  })
  stop()
  stop()
  signal.set('b')
  expect([calls(), others]).toEqual([0, 1])
})

test('a listener sees the new value when it is called', () => {
  const signal = createSignal('before')
  const received: string[] = []
  signal.subscribe(() => received.push(signal.get()))
  signal.set('after')
  expect(received).toEqual(['after'])
})
