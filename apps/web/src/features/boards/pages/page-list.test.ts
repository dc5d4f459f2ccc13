import type { Page } from '@atalaya/contract/dashboard'
import { describe, expect, test } from 'vitest'
import { activeFirst, inIdOrder, withPage, withPageEvent } from '#web/features/boards/pages/page-list.ts'

const page = (id: string, order: number, more: Partial<Page> = {}): Page => ({
  _id: id,
  name: id,
  slug: id,
  description: '',
  active: false,
  order,
  version: 1,
  modules: [],
  ...more,
})
const ids = (pages: readonly Page[]) => pages.map(({ _id }) => _id)
const three = [page('home', 0), page('office', 1, { version: 5 }), page('garden', 2)]

describe('a page that arrives', () => {
  test.each([
    [4, 'office'],
    [5, 'new'],
    [6, 'new'],
  ])('as version %i, where version 5 is known, is listed with the name %s', (version, name) => {
    const next = withPage(three, page('office', 1, { version, name: 'new' }))
    expect(next.map((listed) => listed.name)).toEqual(['home', name, 'garden'])
  })

  test('is listed at its order', () => {
    expect(ids(withPage(three, page('attic', 1.5)))).toEqual(['home', 'office', 'attic', 'garden'])
    expect(ids(withPage(three, page('home', 9, { version: 2 })))).toEqual(['office', 'garden', 'home'])
  })
})

test('a live event changes only its page', () => {
  const renamed = page('home', 0, { version: 2, name: 'Kitchen' })
  expect(withPageEvent(three, { type: 'page.updated', data: renamed })[0]?.name).toBe('Kitchen')
  expect(ids(withPageEvent(three, { type: 'page.deleted', data: { _id: 'office' } }))).toEqual(['home', 'garden'])
  expect(withPageEvent(three, { type: 'resync', data: {} })).toBe(three)
})

test('pages are sorted by the given ids, and the others follow in their order', () => {
  expect(ids(inIdOrder(three, ['garden', 'home']))).toEqual(['garden', 'home', 'office'])
  expect(ids(inIdOrder(three, ['gone', 'office']))).toEqual(['office', 'home', 'garden'])
})

test('a display shows the active page first, then the others in their order', () => {
  expect(ids(activeFirst(three))).toEqual(['home', 'office', 'garden'])
  const [home, office, garden] = three as [Page, Page, Page]
  expect(ids(activeFirst([home, office, { ...garden, active: true }]))).toEqual(['garden', 'home', 'office'])
})
