import { expect, test } from 'vitest'
import { fitOn, fitText, pageFor } from '#web/components/catalogue/fit.ts'
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

const notes = aMeta({ id: 'notes', size: { width: 2, height: 2 }, minSize: { width: 1, height: 1 } })
const hole = page('a', true, [aModule('top', [0, 0, 4, 4]), aModule('left', [0, 4, 2, 1])])

test('a module without room takes the largest smaller place', () => {
  const fit = fitOn(hole, notes, {})
  expect(fit).toMatchObject({ place: { x: 2, y: 4, w: 2, h: 1 }, size: { w: 2, h: 1 }, isSmaller: true })
  expect(fitText(fit, 'Kitchen')).toBe('It fits smaller: 2 × 1, at column 3, row 5 of “Kitchen”.')
})

test('a size that the configuration chose stays, and so does that of a module with one size', () => {
  expect(fitOn(hole, notes, { size: '3x2' })).toMatchObject({ place: null, isSmaller: false })
  expect(fitOn(hole, aMeta({ size: { width: 2, height: 2 } }), {}).place).toBeNull()
})

test('a page with room for the usual size comes before the active one with room for a smaller one', () => {
  expect(pageFor([hole, page('b', false, [])], notes)?._id).toBe('b')
  expect(pageFor([page('c', false), hole], notes)?._id).toBe('a')
})
