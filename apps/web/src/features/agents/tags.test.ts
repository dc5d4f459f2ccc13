import { expect, test } from 'vitest'
import { firstTags } from '#web/features/agents/tags.ts'

test.each([
  [[], [], 0],
  [['a', 'b', 'c'], ['a', 'b', 'c'], 0],
  [['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c'], 2],
])('a row with %j shows %j and +%i', (tags, shown, more) => {
  expect(firstTags(tags)).toEqual({ shown, more })
})
