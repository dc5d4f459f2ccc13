import { expect, test } from 'vitest'
import { pageFor } from '#web/components/catalogue/fit.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { aMeta } from '#web/testing/modules.ts'

const small = aMeta({ id: 'small', size: { width: 2, height: 1 } })
const full = [aModule('all', [0, 0, 4, 5])]
const page = (_id: string, active: boolean, modules = full) => aPage({ _id, active, modules })

test.each([
  ['the active page if it has room', [page('a', false, []), page('b', true, [])], 'b'],
  [
    'else the first page with room',
    [page('a', false), page('b', true), page('c', false, []), page('d', false, [])],
    'c',
  ],
  ['else the active page, which is full', [page('a', false), page('b', true)], 'b'],
  ['else the first page', [page('a', false)], 'a'],
  ['no page if there is none', [], undefined],
])('a module is offered %s', (_where, pages, chosen) => {
  expect(pageFor(pages, small)?._id).toBe(chosen)
})
