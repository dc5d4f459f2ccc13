import { expect, test } from 'vitest'
import { ageText } from './age.ts'

const MINUTE = 60_000

test.each([
  [-5 * MINUTE, '< 1 min'],
  [59_999, '< 1 min'],
  [MINUTE, '1 min'],
  [40 * MINUTE, '40 min'],
  [119 * MINUTE, '1 h'],
  [23.9 * 60 * MINUTE, '23 h'],
  [24 * 60 * MINUTE, '1 d'],
  [400 * 24 * 60 * MINUTE, '400 d'],
])('%d ms are %s old', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})
