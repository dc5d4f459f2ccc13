import { expect, test } from 'vitest'
import { slideOffset } from '#web/features/boards/slide-from.ts'

const now = { x: 100, y: 50 }

test.each([
  ['appears', null, null],
  ['stays', { x: 100, y: 50 }, null],
  ['was further right', { x: 130, y: 50 }, { x: 30, y: 0 }],
  ['was further up', { x: 100, y: 10 }, { x: 0, y: -40 }],
  ['was elsewhere', { x: 0, y: 0 }, { x: -100, y: -50 }],
])('the offset to slide from is found for an element that %s', (_what, before, offset) => {
  expect(slideOffset(before, now)).toEqual(offset)
})
