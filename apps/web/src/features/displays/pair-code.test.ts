import { expect, test } from 'vitest'
import { codeIn } from '#web/features/displays/pair-code.ts'

test.each([
  ['K7PQ-2M4X', 'K7PQ-2M4X'],
  ['k7pq-2m4x', 'K7PQ-2M4X'],
  ['k7pq2m4x', 'K7PQ-2M4X'],
  ['  K7PQ 2m4x ', 'K7PQ-2M4X'],
  ['K7PQ–2M4X', 'K7PQ-2M4X'],
  ['k7-pq-2m-4x', 'K7PQ-2M4X'],
  ['Zm9vYmFyYmF6cXV4LXo_9w', 'Zm9vYmFyYmF6cXV4LXo_9w'],
  ['', null],
  ['K7PQ', null],
  ['K7PQ-2M4', null],
  ['K7PQ-2M4X9', null],
  ['K7PQ_2M4', null],
  ['https://example.com/displays', null],
])('a typed code is read or refused: %j', (typed, code) => {
  expect(codeIn(typed)).toBe(code)
})
