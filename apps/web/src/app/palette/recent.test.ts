import { expect, test } from 'vitest'
import { addRecent, readRecent, splitRecent } from '#web/app/palette/recent.ts'

test('the newest command comes first, without duplicates, at most six', () => {
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) addRecent('ada', id)
  expect(readRecent('ada')).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
})

test('each account has separate recent commands', () => {
  addRecent('ada', 'a')
  expect(readRecent('bob')).toEqual([])
})

test.each(['{', '{}', '[1, "a"]'])('damaged storage yields only its valid names: %s', (stored) => {
  sessionStorage.setItem('recent-commands:ada', stored)
  expect(readRecent('ada')).toEqual(stored.includes('"a"') ? ['a'] : [])
})

test('recent commands come first, newest first, without those that no longer exist', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(splitRecent([a, b, c], ['c', 'gone', 'a'])).toEqual({ recent: [c, a], others: [b] })
})
