import { expect, test } from 'vitest'
import { moveBy, positionOf, type TurnState, turnAt } from '#web/app/display-screen/turns.ts'

/** Parses `hall:10 garden:20` as turns; `-` is a black screen. */
const turns = (text: string) =>
  text.split(' ').map((turn) => {
    const [page = '', seconds] = turn.split(':')
    return { pageId: page === '-' ? null : page, seconds: Number(seconds) }
  })
const shownIn = ({ turns, index }: TurnState) => turns[index]?.pageId

const three = turns('hall:10 -:5 garden:20')

test.each([
  ['begins with the first page', undefined, 'hall'],
  ['continues with the page from before a reload', 'garden', 'garden'],
  ['begins with the first page if that one has no turn', 'cellar', 'hall'],
])('a playlist %s', (_title, wanted, shown) => {
  expect(shownIn(turnAt(null, three, 0, wanted))).toBe(shown)
})

test('each page is shown for its seconds, and after the last one the first again', () => {
  let state = turnAt(null, three, 0)
  const seen = []
  for (let second = 0; second <= 36; second += 1) {
    state = turnAt(state, turns('hall:10 -:5 garden:20'), second * 1000)
    seen.push(shownIn(state))
  }
  expect(seen.indexOf(null)).toBe(10)
  expect(seen.indexOf('garden')).toBe(15)
  expect(seen.lastIndexOf('garden')).toBe(34)
  expect(seen.at(-1)).toBe('hall')
})

test('the state stays the same object until its turn is over', () => {
  const state = turnAt(null, three, 0)
  expect(turnAt(state, turns('hall:10 -:5 garden:20'), 9_999)).toBe(state)
})

test('a single page is never replaced', () => {
  const state = turnAt(null, turns('hall:5'), 0)
  expect(turnAt(state, turns('hall:5'), 3_600_000)).toBe(state)
})

test('the page on screen stays when the playlist changes around it', () => {
  const state = moveBy(turnAt(null, three, 0), -1, 7_000)
  expect(shownIn(state)).toBe('garden')
  const after = turnAt(state, turns('cellar:10 garden:20'), 8_000)
  expect(after).toEqual({ turns: turns('cellar:10 garden:20'), index: 1, beganAt: 7_000 })
})

test('a page with two turns stays in the present one when the playlist changes', () => {
  const state = moveBy(turnAt(null, turns('hall:10 garden:20 hall:30'), 0), 2, 5_000)
  expect(turnAt(state, turns('hall:10 garden:25 hall:30'), 6_000)).toMatchObject({ index: 2, beganAt: 5_000 })
})

test('a turn that becomes longer while it lasts ends with its new time', () => {
  const state = turnAt(null, turns('hall:10 garden:20'), 0)
  const longer = turnAt(state, turns('hall:60 garden:20'), 59_999)
  expect(shownIn(longer)).toBe('hall')
  expect(shownIn(turnAt(longer, longer.turns, 60_000))).toBe('garden')
})

test('a page removed from the playlist gives way to the first, whose turn begins', () => {
  const state = turnAt(null, turns('gone:10 garden:20'), 0)
  expect(turnAt(state, turns('hall:10 garden:20'), 4_000)).toMatchObject({ index: 0, beganAt: 4_000 })
  expect(turnAt(state, [], 4_000)).toEqual({ turns: [], index: 0, beganAt: 4_000 })
})

test('a turn begun by hand lasts its full time', () => {
  const state = moveBy(turnAt(null, turns('hall:10 garden:20'), 0), 1, 9_000)
  expect(turnAt(state, state.turns, 28_999)).toBe(state)
  expect(shownIn(turnAt(state, state.turns, 29_000))).toBe('hall')
})

test('the position counts only turns that show a page', () => {
  const state = turnAt(null, three, 0)
  expect(positionOf(state)).toEqual({ index: 0, count: 2 })
  expect(positionOf(moveBy(state, -1, 0))).toEqual({ index: 1, count: 2 })
})
