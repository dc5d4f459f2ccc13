import { expect, test } from 'vitest'
import { createTagFinder, tagsIn } from '#web/lib/selector-words.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['linux', ['linux']],
  ['linux,  home , linux', ['linux', 'home']],
  ['#linux, ## home', ['linux', 'home']],
])('the text %j gives the tags %j', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags)
})

test('a stored tag that begins with # stays as it is; a typed one loses the #', () => {
  expect(tagsIn('#stored, #typed', ['#stored', 'typed'])).toEqual(['#stored', 'typed'])
})

test.each(['rack', '#rack', ' # RACK'])('%j finds the tags with rack in their name', (typed) => {
  expect(['rack-5', '#rack', 'hall'].filter(createTagFinder(typed))).toEqual(['rack-5', '#rack'])
})
