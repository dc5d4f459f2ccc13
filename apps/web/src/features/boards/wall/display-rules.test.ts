import { expect, test } from 'vitest'
import { reachedPage, startIndexOf, visibilityOf, wantedAfter } from '#web/features/boards/wall/display-rules.ts'

const pages = ['home', 'office', 'garden', 'attic'].map((_id) => ({ _id }))
const indexes = [0, 1, 2, 3]

test.each([
  ['garden', 2],
  ['home', 0],
  ['a page that was deleted', 0],
  [undefined, 0],
])('a display asked for %s begins at %i', (wanted, index) => {
  expect(startIndexOf(pages, wanted)).toBe(index)
})

test.each([
  ['nothing became active', 'home', 'home', 'office'],
  ['another page became active', 'home', 'garden', 'garden'],
  ['a first page became active', undefined, 'garden', 'garden'],
  ['the active page was deactivated', 'home', undefined, 'office'],
  ['no page was or is active', undefined, undefined, 'office'],
])('the next page is chosen while office is on screen and %s', (_what, before, now, wanted) => {
  expect(wantedAfter({ wanted: 'office', active: before }, now)).toEqual({ wanted, active: now })
})

test('a page chosen after another one became active stays', () => {
  const shown = wantedAfter({ wanted: 'office', active: 'home' }, 'garden')
  expect(wantedAfter({ ...shown, wanted: 'attic' }, 'garden').wanted).toBe('attic')
})

test('a page reached by the viewer becomes the wanted one, unless it was already', () => {
  expect(reachedPage(pages, 2, 'home')).toBe('garden')
  expect(reachedPage(pages, 2, undefined)).toBe('garden')
  expect(reachedPage(pages, 2, 'garden')).toBeNull()
  expect(reachedPage(pages, 4, 'home')).toBeNull()
})

test.each([
  ['one page at a time, at the first', { selected: 0, snaps: 4 }, [0], [0, 1]],
  ['one page at a time, in the middle', { selected: 2, snaps: 4 }, [2], [1, 2, 3]],
  ['one page at a time, at the last', { selected: 3, snaps: 4 }, [3], [2, 3]],
  ['two at a time', { selected: 1, snaps: 3 }, [1, 2], [0, 1, 2, 3]],
  ['three at a time', { selected: 0, snaps: 2 }, [0, 1, 2], [0, 1, 2, 3]],
  ['all at once', { selected: 0, snaps: 1 }, [0, 1, 2, 3], [0, 1, 2, 3]],
])('the shown and the near pages are found with %s', (_what, carousel, shown, near) => {
  const { isShown, isNear } = visibilityOf(pages.length, carousel)
  expect(indexes.filter(isShown)).toEqual(shown)
  expect(indexes.filter(isNear)).toEqual(near)
})
