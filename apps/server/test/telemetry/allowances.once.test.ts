import { beforeEach, expect, test } from 'vitest'
import { createAllowances } from '#server/telemetry/allowances.ts'

let clock = 0
let allowances: ReturnType<typeof createAllowances>
beforeEach(() => {
  clock = 0
  allowances = createAllowances({ burstBytes: 1000, bytesPerSecond: 100 }, () => clock)
})

test('an agent may use its burst at once, and then waits for as long as its excess takes at its rate', () => {
  expect(allowances.spend('a', 1000)).toBe(0)
  expect(allowances.spend('a', 50)).toBe(500)
  expect(allowances.waitMs('a')).toBe(500)
  clock = 500
  expect(allowances.waitMs('a')).toBe(0)
})

test('a clock that is set back does not lengthen the wait', () => {
  clock = 10_000_000
  expect(allowances.spend('a', 1000)).toBe(0)
  clock = 0
  expect(allowances.spend('a', 50)).toBe(500)
})

test('each agent has a separate allowance', () => {
  allowances.spend('a', 5000)
  expect(allowances.waitMs('a')).toBe(40_000)
  expect(allowances.spend('b', 10)).toBe(0)
})

test('an unused allowance does not grow beyond the burst', () => {
  allowances.spend('a', 1)
  clock = 1_000_000
  expect(allowances.spend('a', 1100)).toBe(1000)
})

test('thousands of agents without debt are removed some at a time', () => {
  for (let n = 0; n < 3000; n++) allowances.spend(`agent ${n}`, 10)
  clock = 1000
  const sizes = Array.from({ length: 40 }, () => {
    const before = allowances.size()
    allowances.spend('one more', 10)
    return before - allowances.size()
  })
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  expect(allowances.size()).toBe(1)
})

test('an agent without debt is removed from memory', () => {
  for (let n = 0; n < 100; n++) allowances.spend(`agent ${n}`, 10)
  expect(allowances.size()).toBe(100)
  clock = 1000
  allowances.spend('one more', 10)
  expect(allowances.size()).toBe(1)
})
