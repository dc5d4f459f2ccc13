import { expect, test } from 'vitest'
import { readExpanded } from '#web/app/shell/sidebar-state.ts'

test.each([
  ['', true],
  ['sidebar_state=true', true],
  ['sidebar_state=false', false],
  ['a=1; sidebar_state=false; b=2', false],
  ['other_sidebar_state=false', true],
  ['sidebar_state=falsehood', true],
])('cookies "%s" mean expanded: %s', (cookies, isExpanded) => {
  expect(readExpanded(cookies)).toBe(isExpanded)
})
