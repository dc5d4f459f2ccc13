import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { useHeldOrder } from '#web/lib/use-held-order.ts'

/** A list of items. `live` replaces the saved order as a change from elsewhere does. */
function start(...first: string[]) {
  const orders: string[] = []
  const { result, rerender, unmount } = renderHook(
    ({ ids }) =>
      useHeldOrder({
        ids,
        nameOf: (id) => id,
        keys: { back: 'ArrowUp', forward: 'ArrowDown' },
        onOrder: (next) => orders.push(next.join(' ')),
      }),
    { initialProps: { ids: first } },
  )
  onTestFinished(unmount)
  let known = first
  const order = () => result.current
  return {
    orders,
    order,
    live(...ids: string[]) {
      known = ids
      rerender({ ids })
    },
    shown: () => known.toSorted((one, other) => order().placeOf(one) - order().placeOf(other)).join(' '),
    pickUp: (id: string) => act(() => order().pickUp(id)),
    moveTo: (index: number) => act(() => order().moveTo(index)),
    drop: () => act(() => order().drop()),
  }
}

test('an item that arrives while another is held is shown and saved', () => {
  const { live, shown, orders, pickUp, moveTo, drop } = start('a', 'b', 'c')
  pickUp('c')
  moveTo(0)
  live('a', 'b', 'c', 'd')
  expect(shown()).toBe('c a b d')
  drop()
  expect(orders).toEqual(['c a b d'])
})

test('an item that goes while another is held does not come back', () => {
  const { live, shown, orders, pickUp, moveTo, drop } = start('a', 'b', 'c', 'd')
  pickUp('a')
  moveTo(2)
  live('a', 'b', 'd')
  expect(shown()).toBe('b a d')
  drop()
  expect(orders).toEqual(['b a d'])
})

test('an order from elsewhere stays, and only the held item is moved in it', () => {
  const { live, shown, orders, pickUp, moveTo, drop } = start('a', 'b', 'c', 'd')
  pickUp('d')
  moveTo(1)
  live('b', 'a', 'c', 'd')
  expect(shown()).toBe('b a d c')
  drop()
  expect(orders).toEqual(['b a d c'])
})

test('an item that is held but not moved saves nothing, whatever comes beside it', () => {
  const { live, shown, orders, pickUp, drop } = start('a', 'b')
  pickUp('b')
  live('a', 'x', 'b')
  expect(shown()).toBe('a x b')
  drop()
  expect(orders).toEqual([])
})

test('an item that goes while it is held is let go, also if it comes back', () => {
  const { live, shown, order, orders, pickUp, moveTo, drop } = start('a', 'b', 'c')
  pickUp('c')
  moveTo(0)
  live('a', 'b')
  expect(shown()).toBe('a b')
  live('a', 'b', 'c')
  expect([shown(), order().heldId]).toEqual(['a b c', null])
  drop()
  expect(orders).toEqual([])
})

test.each([
  [-3, 'b a c'],
  [9, 'a c b'],
])('an item that is moved to place %i stays in the list', (place, order) => {
  const { orders, pickUp, moveTo, drop } = start('a', 'b', 'c')
  pickUp('b')
  moveTo(place)
  drop()
  expect(orders).toEqual([order])
})

test('an item that is moved there and back saves nothing', () => {
  const { orders, pickUp, moveTo, drop } = start('a', 'b', 'c')
  pickUp('b')
  moveTo(2)
  moveTo(1)
  drop()
  expect(orders).toEqual([])
})
