import { expect, test } from 'vitest'
import { recordPosition, takePosition } from '#web/lib/live/live-position.ts'

test('a stream begins at the position of the earliest answer since the last stream', () => {
  expect(takePosition()).toBeNull()
  for (const position of [null, 'x-3', 'x-4', null]) recordPosition(position)
  expect(takePosition()).toBe('x-3')
  expect(takePosition()).toBeNull()
  recordPosition('x-9')
  expect(takePosition()).toBe('x-9')
})
