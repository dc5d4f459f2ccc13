import type { ListView } from '@atalaya/contract/preferences'
import { listView } from '@atalaya/contract/preferences'
import { expect, test } from 'vitest'
import { expandView, savedParamsOf, withListChange } from '#web/features/agents/list/listing-address.ts'
import { withRenamedView, withSavedView } from '#web/features/agents/list/views.ts'

const view = (name: string, slug: string): ListView => ({ name, slug, search: 'sort=disk' })
const slugsOf = (names: string[]) => {
  let views: ListView[] = []
  for (const name of names) [views] = withSavedView(views, { name, search: '' })
  return views.map(({ slug }) => slug)
}

test('a view gets a unique and valid address from its name', () => {
  const names = ['Full disks', 'Full  disks!', '¡Ático!', '…', '--', 'x'.repeat(40), `${'ab '.repeat(13)}c`]
  const slugs = slugsOf(names)
  expect(slugs).toEqual(['full-disks', 'full-disks-2', 'ático', 'view', 'view-2', 'x'.repeat(40), expect.any(String)])
  for (const slug of slugs) expect(listView.shape.slug.safeParse(slug).success).toBe(true)
})

test('a view saved under an existing name, in any case, replaces it and keeps the address', () => {
  const [views, saved] = withSavedView([view('Attic', 'attic'), view('Full', 'full-9')], {
    name: 'FULL',
    search: 'x=1',
  })
  expect(saved).toEqual({ name: 'FULL', slug: 'full-9', search: 'x=1' })
  expect(views).toEqual([view('Attic', 'attic'), saved])
})

test('a renamed view keeps its address', () => {
  expect(withRenamedView([view('Attic', 'attic'), view('Full', 'full')], 'full', 'Empty')).toEqual([
    view('Attic', 'attic'),
    view('Empty', 'full'),
  ])
})

test.each([
  ['view=a', 'sort=disk', 'view=a&sort=disk'],
  ['view=a&page=2', 'sort=disk&status=offline%2Cdegraded', 'view=a&page=2&sort=disk&status=offline%2Cdegraded'],
  ['view=a&tag=attic', 'sort=disk', undefined],
  ['view=a&query=nas', 'sort=disk', undefined],
  ['view=a', '', undefined],
])('the address ?%s of a view with ?%s opens as ?%s', (address, search, opened) => {
  expect(expandView(new URLSearchParams(address), { search })?.toString()).toBe(opened)
})

test('a view keeps search, order and filters, always in the same sequence', () => {
  const search = 'query=nas&sort=disk&tag=attic'
  expect(savedParamsOf(new URLSearchParams('page=2&tag=attic&view=a&sort=disk&pageSize=50&query=nas'))).toBe(search)
})

test.each([
  ['view=a&tag=attic&sort=disk', { tag: undefined }, 'view=a&sort=disk'],
  ['view=a&tag=attic', { tag: undefined }, ''],
  ['view=a&query=nas', { query: '' }, ''],
  ['view=a', { page: 2 }, 'view=a&page=2'],
])('the address ?%s changed by %j stays in its view or leaves it: ?%s', (before, change, after) => {
  expect(withListChange(new URLSearchParams(before), change).toString()).toBe(after)
})
