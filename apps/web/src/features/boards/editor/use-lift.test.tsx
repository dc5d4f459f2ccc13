import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Edit } from '#web/features/boards/editor/board-edits.ts'
import { useLift } from '#web/features/boards/editor/use-lift.ts'
import { aModule } from '#web/testing/boards.ts'

const clock = aModule('clock', [0, 0, 2, 2], 'Clock')

/** A grid on which the clock is held two columns to the right. `changeElsewhere` changes it, as another screen does. */
function holdClock() {
  const edits: Edit[] = []
  const { result, rerender, unmount } = renderHook(({ modules }) => useLift(modules, (edit) => edits.push(edit)), {
    initialProps: { modules: [clock] },
  })
  onTestFinished(unmount)
  act(() => result.current.moves.lift(clock, 'pointer'))
  act(() => result.current.moves.moveBy(2, 0))
  return {
    edits,
    lifted: () => result.current.lifted,
    changeElsewhere: (...modules: (typeof clock)[]) => rerender({ modules }),
    drop() {
      act(() => result.current.moves.drop())
      return result.current
    },
  }
}

test('a widget is dropped below one that came to its place from elsewhere while it was held', () => {
  const { edits, changeElsewhere, drop } = holdClock()
  changeElsewhere(clock, aModule('tide', [3, 1, 1, 1]))
  drop()
  expect(edits).toEqual([{ kind: 'place', places: [{ id: 'clock', x: 2, y: 2, w: 2, h: 2 }] }])
})

test('a widget is put back when its columns were filled from elsewhere while it was held', () => {
  const { edits, changeElsewhere, drop } = holdClock()
  changeElsewhere(clock, aModule('tide', [2, 0, 2, 5]))
  expect(drop().refusal).toMatch(/^No room there/)
  expect(edits).toEqual([])
})

test('a widget that was deleted elsewhere while it was held is let go, and not saved', () => {
  const { edits, changeElsewhere, lifted, drop } = holdClock()
  changeElsewhere()
  expect(lifted()).toBeNull()
  expect(drop().lifted).toBeNull()
  expect(edits).toEqual([])
})
