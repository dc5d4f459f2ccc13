import { expect, test } from 'vitest'
import { createSource } from './signal.ts'

/** A source with a listener that counts how often it is called. */
function listened<T>(value: T, isSame?: (a: T, b: T) => boolean) {
  const source = createSource(value, isSame)
  let calls = 0
  const stop = source.subscribe(() => {
    calls += 1
  })
  return { source, stop, calls: () => calls }
}

test('says its present value, and calls after each change', () => {
  const { source, calls } = listened(1)
  expect(source.get()).toBe(1)
  source.set(2)
  source.set(3)
  expect(source.get()).toBe(3)
  expect(calls()).toBe(2)
})

test('calls nobody for what is the same, and keeps the very object', () => {
  const first = { width: 1 }
  const { source, calls } = listened(first, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  source.set({ width: 1 })
  expect(source.get()).toBe(first)
  expect(calls()).toBe(0)
  source.set({ width: 2 })
  expect(calls()).toBe(1)
})

test('is the same by identity unless told otherwise', () => {
  const { source, calls } = listened<unknown>(Number.NaN)
  source.set(Number.NaN)
  expect(calls()).toBe(0)
  source.set({})
  source.set({})
  expect(calls()).toBe(2)
})

test('a listener that left is not called, the others are', () => {
  const { source, stop, calls } = listened('a')
  let others = 0
  source.subscribe(() => {
    others += 1
  })
  stop()
  stop()
  source.set('b')
  expect([calls(), others]).toEqual([0, 1])
})

test('a listener hears of the value that is already there', () => {
  const source = createSource('before')
  const heard: string[] = []
  source.subscribe(() => heard.push(source.get()))
  source.set('after')
  expect(heard).toEqual(['after'])
})
