import { expect, test } from 'vitest'
import { tagsIn } from '#web/lib/selector-words.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['linux', ['linux']],
  ['linux,  home , linux', ['linux', 'home']],
  ['#linux, home', ['linux', 'home']],
])('the text %j gives the tags %j', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags)
})
