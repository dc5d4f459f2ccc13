import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test("the clock follows the machine's uptime, even after the system time is changed", () => {
  const machine = { wall: 1_000_000, up: 50 }
  const { now } = createClock({ wall: () => machine.wall, upSeconds: () => machine.up })
  expect(now()).toBe(1_000_000)
  machine.wall -= 3_600_000
  machine.up += 2.5
  expect(now()).toBe(1_002_500)
})
