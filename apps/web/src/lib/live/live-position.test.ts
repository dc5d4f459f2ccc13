import { expect, test } from 'vitest'
import { notePosition, takePosition } from '#web/lib/live/live-position.ts'

test('a stream begins where the earliest answer since the last time stood', () => {
  expect(takePosition()).toBeNull()
  for (const position of [null, 'x-3', 'x-4', null]) notePosition(position)
  expect(takePosition()).toBe('x-3')
  expect(takePosition()).toBeNull()
  notePosition('x-9')
  expect(takePosition()).toBe('x-9')
})
