import { expect, test } from 'vitest'
import { groupsOf, onlineOf } from './groups.ts'

const agents = [
  { isOnline: true, tags: ['home', 'pi'] },
  { isOnline: false, tags: ['pi'] },
  { isOnline: true, tags: ['office'] },
  { isOnline: true, tags: ['office'] },
  { isOnline: true, tags: [] },
]

test('agents are counted by tag, incomplete tags first', () => {
  expect(onlineOf(agents)).toBe(4)
  expect(groupsOf(agents)).toEqual([
    { tag: 'pi', total: 2, online: 1 },
    { tag: 'office', total: 2, online: 2 },
    { tag: 'home', total: 1, online: 1 },
  ])
})
