import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test("continues by the machine's uptime, at any setting of its clock", () => {
  const machine = { wall: 1_000_000, up: 50 }
  const { now } = createClock({ wall: () => machine.wall, upSeconds: () => machine.up })
  expect(now()).toBe(1_000_000)
  machine.wall -= 3_600_000
  machine.up += 2.5
  expect(now()).toBe(1_002_500)
})
