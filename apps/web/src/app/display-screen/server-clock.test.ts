import { expect, test } from 'vitest'
import { createServerClock } from '#web/app/display-screen/server-clock.ts'

function clockAt({ device }: { device: string }) {
  let ticks = 1_000
  return {
    clock: createServerClock(
      () => ticks,
      () => Date.parse(device),
    ),
    advance: (ms: number) => {
      ticks += ms
    },
  }
}
const iso = (at: number) => new Date(at).toISOString()

test("the device's clock is used until the server has sent its time", () => {
  expect(iso(clockAt({ device: '2020-01-01T00:00:00.000Z' }).clock.now())).toBe('2020-01-01T00:00:00.000Z')
})

test("the server's time is used once it is known, however wrong the device's clock is", () => {
  const { clock, advance } = clockAt({ device: '2020-01-01T00:00:00.000Z' })
  clock.set('2026-11-24T12:00:00.000Z', 1_000)
  advance(60_000)
  expect(iso(clock.now())).toBe('2026-11-24T12:01:00.000Z')
})

test('half of the round trip counts as the delay of the answer', () => {
  const { clock, advance } = clockAt({ device: '2020-01-01T00:00:00.000Z' })
  advance(400)
  clock.set('2026-11-24T12:00:00.000Z', 1_000)
  expect(iso(clock.now())).toBe('2026-11-24T12:00:00.200Z')
})
