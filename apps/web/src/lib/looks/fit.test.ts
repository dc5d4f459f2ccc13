import { expect, test } from 'vitest'
import { fitOf } from '#web/lib/looks/fit.ts'

test.each([
  ['a small panel', 800, 480, 0, 1],
  ['the panel itself', 1024, 600, 0, 1],
  ['a wide panel', 1280, 720, 0, 1.2],
  ['a television', 1920, 1080, 0, 1.8],
  ['a large television', 3840, 2160, 0, 3.6],
  ['a television on its side', 1080, 1920, 0, 1080 / 1024],
  ['a small panel on its side', 480, 800, 0, 0.8],
  ['a television that is turned', 1920, 1080, 90, 1080 / 1024],
  ['a television on its side with a turned picture', 1080, 1920, 270, 1.8],
  ['a television upside down', 1920, 1080, 180, 1.8],
] as const)('the zoom fits %s', (_name, width, height, turned, fit) => {
  expect(fitOf({ width, height }, turned)).toBeCloseTo(fit)
})
