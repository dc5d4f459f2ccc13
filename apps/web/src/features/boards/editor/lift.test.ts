import { describe, expect, test } from 'vitest'
import { limitText, movedText, pickedUpText } from '#web/features/boards/editor/announcements.ts'
import {
  applyArrowKey,
  isResizable,
  isSamePlace,
  type Lift,
  moveTo,
  pickUp,
  resizeTo,
} from '#web/features/boards/editor/lift.ts'
import { aModule } from '#web/testing/boards.ts'

const clock = aModule('clock', [0, 0, 1, 1])
const tide = aModule('tide', [1, 0, 1, 2])
const modules = [clock, tide]
const clockLift = pickUp(clock, 'keyboard')

/** Presses keys one after the other; `Shift+` resizes. */
function pressAll(keys: string): Lift {
  return keys.split(' ').reduce((lifted, key) => {
    const isResizing = key.startsWith('Shift+')
    return applyArrowKey(lifted, modules, `Arrow${key.replace('Shift+', '')}`, { isResizing }) ?? lifted
  }, clockLift)
}

describe('the arrow keys', () => {
  test.each([
    ['Down', { x: 0, y: 1, w: 1, h: 1 }],
    ['Left Up', { x: 0, y: 0, w: 1, h: 1 }],
    ['Right', { x: 1, y: 2, w: 1, h: 1 }],
    ['Right Right', { x: 2, y: 0, w: 1, h: 1 }],
    ['Down Down Down Down Down Down', { x: 0, y: 4, w: 1, h: 1 }],
    ['Shift+Down Shift+Down', { x: 0, y: 0, w: 1, h: 3 }],
    ['Down Down Shift+Right', { x: 0, y: 2, w: 2, h: 1 }],
    ['Shift+Left Shift+Up', { x: 0, y: 0, w: 1, h: 1 }],
  ])('%s land at %j', (keys, landing) => {
    expect(pressAll(keys).landing).toEqual(landing)
  })

  test('Shift+Right has no landing place beside a neighbour', () => {
    expect(pressAll('Shift+Right').landing).toBeNull()
  })

  test('are the only keys that move a widget', () => {
    expect(applyArrowKey(clockLift, modules, 'a', { isResizing: false })).toBeNull()
  })
})

describe('sizes', () => {
  const { minSize, maxSize, ...fixed } = clock.meta
  const plain = { ...clock, meta: fixed }

  test('stay unchanged if the manifest allows no other', () => {
    expect([isResizable(clock.meta), isResizable(plain.meta)]).toEqual([true, false])
    const size = resizeTo(
      pickUp(aModule('x', [0, 0, 2, 2]), 'pointer'),
      [{ ...aModule('x', [0, 0, 2, 2]), meta: fixed }],
      4,
      4,
    )
    expect(size.wanted).toEqual({ x: 0, y: 0, w: 2, h: 2 })
  })

  test('stay within the manifest and the grid', () => {
    const narrow = { ...clock, meta: { ...clock.meta, maxSize: { width: 2, height: 9 } } }
    expect(resizeTo(pickUp(narrow, 'pointer'), [narrow], 4, 9).wanted).toEqual({ x: 0, y: 0, w: 2, h: 5 })
  })
})

describe('announcements', () => {
  test('describe the next keys, the position, and the reason', () => {
    expect(pickedUpText('Clock', clockLift, { isResizable: false })).toBe(
      'Clock picked up at column 1, row 1. The arrow keys move it, Enter drops it, Escape puts it back.',
    )
    const textOf = (lift: Lift) => movedText('Clock', lift, clockLift.wanted)
    expect(textOf(moveTo(clockLift, modules, 2, 3))).toBe('Clock, column 3, row 4.')
    expect(textOf(moveTo(clockLift, modules, 1, 0))).toBe('Clock, column 2, row 3, pushed down from row 1.')
    expect(textOf(pressAll('Shift+Down'))).toBe('Clock, column 1, row 1, 1 by 2.')
    expect(textOf(pressAll('Shift+Right'))).toBe('No room for Clock at column 1, row 1.')
  })

  test('name a size whenever it changes, also back to the first one', () => {
    const tall = pressAll('Shift+Down')
    expect(movedText('Clock', pressAll('Shift+Down Shift+Up'), tall.wanted)).toBe('Clock, column 1, row 1, 1 by 1.')
  })

  test('say that a widget stays, at the edge of the page or at an extent of its module', () => {
    expect(limitText('Clock', clockLift, { isResizing: false })).toBe('Clock stays at column 1, row 1.')
    expect(limitText('Clock', clockLift, { isResizing: true })).toBe('Clock stays 1 by 1.')
  })
})

test.each([
  ['x', { x: 2 }],
  ['y', { y: 2 }],
  ['w', { w: 2 }],
  ['h', { h: 2 }],
])('a place with a different %s is a different place', (_what, change) => {
  const place = { x: 1, y: 1, w: 1, h: 1 }
  expect(isSamePlace(place, { ...place })).toBe(true)
  expect(isSamePlace(place, { ...place, ...change })).toBe(false)
})

test('a widget that is not on the page is not resized', () => {
  expect(resizeTo(clockLift, [tide], 2, 2)).toBe(clockLift)
})

test.each([
  [{ width: 2, height: 1 }, true],
  [{ width: 1, height: 2 }, true],
  [{ width: 1, height: 1 }, false],
])('a widget of 1 by 1 that can be %j is resizable: %s', (maxSize, expected) => {
  expect(isResizable({ ...clock.meta, minSize: { width: 1, height: 1 }, maxSize })).toBe(expected)
})
