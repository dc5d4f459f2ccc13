import { expect, test } from 'vitest'
import { pixelShift } from '#web/app/client/pixel-shift.ts'

const minute = (n: number) => new Date(n * 60_000)

test('the picture stays within 24 px, moves every minute, and visits many places in a day', () => {
  const day = Array.from({ length: 1440 }, (_, n) => pixelShift(minute(29_000_000 + n)))
  // Rounding to whole pixels may add up to 0.7 px.
  for (const { x, y } of day) expect(Math.hypot(x, y)).toBeLessThanOrEqual(25)
  expect(day.filter(({ x, y }, n) => n > 0 && x === day[n - 1]?.x && y === day[n - 1]?.y)).toHaveLength(0)
  expect(new Set(day.map(({ x, y }) => `${x},${y}`)).size).toBeGreaterThan(300)
})

test('the picture does not move within a minute', () => {
  expect(pixelShift(new Date(59_999))).toEqual(pixelShift(new Date(0)))
})
