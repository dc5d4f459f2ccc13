import { expect, test } from 'vitest'
import { spokenAnew } from '#web/lib/spoken-anew.ts'

test('a text that is announced again differs from the last one by its full stop', () => {
  const first = spokenAnew('', 'Clock deleted.')
  const second = spokenAnew(first, 'Clock deleted.')
  const third = spokenAnew(second, 'Clock deleted.')
  expect([first, second, third]).toEqual(['Clock deleted.', 'Clock deleted', 'Clock deleted.'])
  expect(spokenAnew(first, 'Notes deleted.')).toBe('Notes deleted.')
})
