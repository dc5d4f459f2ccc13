import { expect, test } from 'vitest'
import { moved, type Place, placeAt, positionOf } from '#web/app/display-screen/turns.ts'

/** Parses `hall:10 garden:20` as turns; `-` is a black screen. */
const turns = (text: string) =>
  text.split(' ').map((turn) => {
    const [page = '', seconds] = turn.split(':')
    return { pageId: page === '-' ? null : page, seconds: Number(seconds) }
  })
const shownIn = ({ turns, index }: Place) => turns[index]?.pageId

const three = turns('hall:10 -:5 garden:20')

test.each([
  ['begins with the first page', undefined, 'hall'],
  ['continues with the page from before a reload', 'garden', 'garden'],
  ['begins with the first page if that one has no turn', 'cellar', 'hall'],
])('a playlist %s', (_title, wanted, shown) => {
  expect(shownIn(placeAt(null, three, 0, wanted))).toBe(shown)
})

test('each page is shown for its seconds, and after the last one the first again', () => {
  let place = placeAt(null, three, 0)
  const seen = []
  for (let second = 0; second <= 36; second += 1) {
    place = placeAt(place, turns('hall:10 -:5 garden:20'), second * 1000)
    seen.push(shownIn(place))
  }
  expect(seen.indexOf(null)).toBe(10)
  expect(seen.indexOf('garden')).toBe(15)
  expect(seen.lastIndexOf('garden')).toBe(34)
  expect(seen.at(-1)).toBe('hall')
})

test('the place stays the same object until its turn is over', () => {
  const place = placeAt(null, three, 0)
  expect(placeAt(place, turns('hall:10 -:5 garden:20'), 9_999)).toBe(place)
})

test('a single page is never replaced', () => {
  const place = placeAt(null, turns('hall:5'), 0)
  expect(placeAt(place, turns('hall:5'), 3_600_000)).toBe(place)
})

test('the page on screen stays when the playlist changes around it', () => {
  const place = moved(placeAt(null, three, 0), -1, 7_000)
  expect(shownIn(place)).toBe('garden')
  const after = placeAt(place, turns('cellar:10 garden:20'), 8_000)
  expect(after).toEqual({ turns: turns('cellar:10 garden:20'), index: 1, beganAt: 7_000 })
})

test('a page with two turns stays in the present one when the playlist changes', () => {
  const place = moved(placeAt(null, turns('hall:10 garden:20 hall:30'), 0), 2, 5_000)
  expect(placeAt(place, turns('hall:10 garden:25 hall:30'), 6_000)).toMatchObject({ index: 2, beganAt: 5_000 })
})

test('a turn that becomes longer while it lasts ends with its new time', () => {
  const place = placeAt(null, turns('hall:10 garden:20'), 0)
  const longer = placeAt(place, turns('hall:60 garden:20'), 59_999)
  expect(shownIn(longer)).toBe('hall')
  expect(shownIn(placeAt(longer, longer.turns, 60_000))).toBe('garden')
})

test('a page removed from the playlist gives way to the first, whose turn begins', () => {
  const place = placeAt(null, turns('gone:10 garden:20'), 0)
  expect(placeAt(place, turns('hall:10 garden:20'), 4_000)).toMatchObject({ index: 0, beganAt: 4_000 })
  expect(placeAt(place, [], 4_000)).toEqual({ turns: [], index: 0, beganAt: 4_000 })
})

test('a turn begun by hand lasts its full time', () => {
  const place = moved(placeAt(null, turns('hall:10 garden:20'), 0), 1, 9_000)
  expect(placeAt(place, place.turns, 28_999)).toBe(place)
  expect(shownIn(placeAt(place, place.turns, 29_000))).toBe('hall')
})

test('the position counts only turns that show a page', () => {
  const place = placeAt(null, three, 0)
  expect(positionOf(place)).toEqual({ at: 0, count: 2 })
  expect(positionOf(moved(place, -1, 0))).toEqual({ at: 1, count: 2 })
})
