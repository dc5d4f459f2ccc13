import { describe, expect, test } from 'vitest'
import { applyChange, inOrder, itemsOf, type TodoItem } from './items.ts'

const item = (id: string, done = false): TodoItem => ({ id, text: `Thing ${id}`, done })
const ids = (items: readonly TodoItem[]) => items.map(({ id }) => id)

describe('a stored list', () => {
  test.each([[null], ['text'], [{}], [{ items: 'none' }], [{ items: [null, 1, { id: 1, text: 'x' }, { id: 'a' }] }]])(
    '%j is an empty list',
    (stored) => expect(itemsOf(stored)).toEqual([]),
  )
  test('has at most a hundred items of two hundred characters, each once', () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ id: String(index), text: 'é'.repeat(300), done: 1 }))
    const items = itemsOf({ items: many })
    expect(items).toHaveLength(100)
    expect(items[0]).toEqual({ id: '0', text: 'é'.repeat(200), done: false })
    expect(itemsOf({ items: [item('a'), item('a', true)] })).toEqual([item('a', true)])
  })
})

describe('a change', () => {
  const items = [item('a'), item('b', true), item('c')]
  test('adds at the end, without space around the text', () => {
    expect(applyChange(items, { type: 'add', id: 'd', text: ' Coffee ' }).at(-1)).toEqual({
      id: 'd',
      text: 'Coffee',
      done: false,
    })
  })
  test.each([
    [{ type: 'add', id: 'd', text: '  ' }],
    [{ type: 'add', id: 'a', text: 'Twice' }],
    [{ type: 'edit', id: 'a', text: ' ' }],
    [{ type: 'edit', id: 'gone', text: 'Back again' }],
    [{ type: 'tick', id: 'gone', done: true }],
  ] as const)('%j changes nothing', (change) => expect(applyChange(items, change)).toEqual(items))
  test('adds nothing to a list of a hundred items', () => {
    const full = Array.from({ length: 100 }, (_, index) => item(String(index)))
    expect(applyChange(full, { type: 'add', id: 'more', text: 'More' })).toEqual(full)
  })
  test('ticks, edits and removes an item', () => {
    expect(applyChange(items, { type: 'tick', id: 'a', done: true })[0]).toEqual(item('a', true))
    expect(applyChange(items, { type: 'edit', id: 'c', text: 'Tea' })[2]).toEqual({ ...item('c'), text: 'Tea' })
    expect(ids(applyChange(items, { type: 'remove', id: 'b' }))).toEqual(['a', 'c'])
  })
  test.each([
    ['c', -1, ['c', 'a', 'b']],
    ['a', 1, ['b', 'c', 'a']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 1, ['a', 'b', 'c']],
    ['b', 1, ['a', 'b', 'c']],
    ['gone', 1, ['a', 'b', 'c']],
  ] as const)('moves %s by %i among items of the same state', (id, by, order) => {
    expect(ids(applyChange(items, { type: 'move', id, by }))).toEqual(order)
  })
  test('moves an item over its next neighbour, and no further', () => {
    const open = [item('a'), item('b'), item('c')]
    expect(ids(applyChange(open, { type: 'move', id: 'c', by: -1 }))).toEqual(['a', 'c', 'b'])
    expect(ids(applyChange(open, { type: 'move', id: 'a', by: 1 }))).toEqual(['b', 'a', 'c'])
  })
  test('clears the given items, except those that are open again', () => {
    expect(ids(applyChange(items, { type: 'clear', ids: ['b', 'c'] }))).toEqual(['a', 'c'])
  })
})

test('done items are sorted to the end', () => {
  expect(ids(inOrder([item('a', true), item('b'), item('c', true), item('d')]))).toEqual(['b', 'd', 'a', 'c'])
})
