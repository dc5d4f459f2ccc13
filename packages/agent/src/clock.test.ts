import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('goes on by what the machine has been up, whatever its clock is set to', () => {
  const machine = { wall: 1_000_000, up: 50 }
  const { now } = createClock({ wall: () => machine.wall, upSeconds: () => machine.up })
  expect(now()).toBe(1_000_000)
  machine.wall -= 3_600_000
  machine.up += 2.5
  expect(now()).toBe(1_002_500)
})
