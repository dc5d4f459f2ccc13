import { expect, test } from 'vitest'
import { wayOf } from '#web/app/display-screen/by-hand.ts'

test.each([
  [0, { dx: -120, dy: 10 }, 1],
  [0, { dx: 120, dy: 10 }, -1],
  [0, { dx: -120, dy: 130 }, 0],
  [0, { dx: -30, dy: 0 }, 0],
  [90, { dx: 10, dy: -120 }, 1],
  [180, { dx: 120, dy: 0 }, 1],
  [270, { dx: 0, dy: 120 }, 1],
  [270, { dx: 120, dy: 0 }, 0],
])('on a picture turned by %i degrees, the swipe %o has the direction that is seen', (turned, went, way) => {
  expect(wayOf(went, turned)).toBe(way)
})
