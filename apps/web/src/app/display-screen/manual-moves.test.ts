import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { swipeDirection, useManualMoves } from '#web/app/display-screen/manual-moves.ts'

test.each([
  [0, { dx: -120, dy: 10 }, 1],
  [0, { dx: 120, dy: 10 }, -1],
  [0, { dx: -120, dy: 130 }, 0],
  [0, { dx: -30, dy: 0 }, 0],
  [90, { dx: 10, dy: -120 }, 1],
  [180, { dx: 120, dy: 0 }, 1],
  [270, { dx: 0, dy: 120 }, 1],
  [270, { dx: 120, dy: 0 }, 0],
])('on a picture turned by %i degrees, the swipe %o moves by %i pages', (turned, distance, direction) => {
  expect(swipeDirection(distance, turned)).toBe(direction)
})

test('a swipe is of one finger: a second one moves no page', () => {
  const moves: number[] = []
  const { unmount } = renderHook(() => useManualMoves(0, (direction) => moves.push(direction)))
  const touch = (type: string, pointerId: number, clientX: number) =>
    window.dispatchEvent(Object.assign(new MouseEvent(type, { clientX }), { pointerId }))
  touch('pointerdown', 1, 300)
  touch('pointerup', 2, 100)
  expect(moves).toEqual([])
  touch('pointerdown', 1, 300)
  touch('pointerup', 1, 100)
  expect(moves).toEqual([1])
  unmount()
})
