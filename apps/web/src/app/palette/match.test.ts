import { expect, test } from 'vitest'
import { match } from '#web/app/palette/match.ts'

const texts = ['North tower', 'bob@example.com', 'Agents']

test.each([
  ['', 1],
  ['nor', 1],
  ['TOW', 0.8],
  ['owe', 0.6],
  ['bob', 0.4],
  ['gents', 0.2],
  ['north tow', 0.8],
  ['tower agents', 0.4],
  ['south', 0],
  ['north south', 0],
  ['nrth', 0],
])('"%s" fits %d', (search, score) => {
  expect(match(search, texts)).toBe(score)
})
