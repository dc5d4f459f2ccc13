import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clamp,
  firstFree,
  GRID_COLUMNS,
  GRID_ROWS,
  haveNoOverlap,
  land,
  overlaps,
  type Position,
  widgetSize,
} from './grid.ts'
import { position } from './position.ts'

const RUNS = 100_000

/** Parses a board drawn as text: one letter per widget, a dot for a free cell. */
function read(drawing: string): Map<string, Position> {
  const rows = drawing.trim().split(/\s+/)
  const board = new Map<string, Position>()
  for (const [y, row] of rows.entries()) {
    for (const [x, letter] of [...row].entries()) {
      if (letter === '.') continue
      const { x: left, y: top } = board.get(letter) ?? { x, y }
      board.set(letter, { x: left, y: top, w: x - left + 1, h: y - top + 1 })
    }
  }
  return board
}

function draw(board: Map<string, Position>): string {
  const letterAt = (x: number, y: number) =>
    [...board].find(([, place]) => overlaps(place, { x, y, w: 1, h: 1 }))?.[0] ?? '.'
  return Array.from({ length: GRID_ROWS }, (_, y) =>
    Array.from({ length: GRID_COLUMNS }, (_, x) => letterAt(x, y)).join(''),
  ).join(' ')
}

/** Drops widget `a` of a drawn board at a cell. */
function drop(drawing: string, x: number, y: number): string | null {
  const board = read(drawing)
  const dropped = board.get('a') ?? { x: 0, y: 0, w: 1, h: 1 }
  const others = [...board].filter(([letter]) => letter !== 'a').map(([, place]) => place)
  const place = land(others, { ...dropped, x, y })
  return place && draw(board.set('a', place))
}

describe('the place where a dropped widget lands', () => {
  test.each([
    ['on a free cell', 'a... .... .... .... ....', 2, 3, '.... .... .... ..a. ....'],
    ['clamped to the right edge', 'aa.. .... .... .... ....', 3, 0, '..aa .... .... .... ....'],
    ['clamped to the bottom', 'a... a... .... .... ....', 0, 9, '.... .... .... a... a...'],
    ['clamped to the top left', '...a .... .... .... ....', -3, -1, 'a... .... .... .... ....'],
    ['pushed below another', 'a... bb.. bb.. .... ....', 0, 1, '.... bb.. bb.. a... ....'],
    ['pushed row by row past several', 'aa.. b... .c.. .... ....', 0, 1, '.... b... .c.. aa.. ....'],
    ['pushed into a hole of its size', 'aa.. bb.. .... cc.. ....', 0, 1, '.... bb.. aa.. cc.. ....'],
    ['on its own old cells', 'aa.. aa.. .... .... ....', 1, 0, '.aa. .aa. .... .... ....'],
  ])('%s', (_what, before, x, y, after) => {
    expect(drop(before, x, y)).toBe(after)
  })

  test('does not exist if no row from there down is free', () => {
    expect(drop('aa.. .... bb.. .... cc..', 0, 4)).toBeNull()
    expect(drop('a... a... bbbb .... ....', 0, 2)).toBe('.... .... bbbb a... a...')
    expect(drop('a... a... .... bbbb ....', 0, 3)).toBeNull()
  })
})

describe('the first free place', () => {
  test.each([
    ['.... .... .... .... ....', 2, 2, { x: 0, y: 0, w: 2, h: 2 }],
    ['b... .... .... .... ....', 2, 2, { x: 1, y: 0, w: 2, h: 2 }],
    ['bb.c .... .... .... ....', 2, 1, { x: 0, y: 1, w: 2, h: 1 }],
    ['bbbb bbbb bbbb bbbb ccc.', 1, 1, { x: 3, y: 4, w: 1, h: 1 }],
    ['bbbb bbbb bbbb bbbb ccc.', 2, 1, null],
    ['.... .... .... .... ....', 9, 9, { x: 0, y: 0, w: 4, h: 5 }],
  ])('of %s for %i x %i', (drawing, w, h, place) => {
    expect(firstFree([...read(drawing).values()], { w, h })).toEqual(place)
  })
})

describe("a widget's size", () => {
  const size = { width: 2, height: 3 }
  test.each([
    [
      { size: '3x1', w: 1, h: 1 },
      { w: 3, h: 1 },
    ],
    [{ size: ' 4X2 ' }, { w: 4, h: 2 }],
    [{ size: '12x40' }, { w: 4, h: 5 }],
    [{ size: '0x0' }, { w: 1, h: 1 }],
    [
      { w: 1, h: 2, width: 4, height: 4 },
      { w: 1, h: 2 },
    ],
    [
      { width: 3, height: 4 },
      { w: 3, h: 4 },
    ],
    [
      { size: 'wide', w: 3, h: 3 },
      { w: 3, h: 3 },
    ],
    [{ w: 3 }, { w: 2, h: 3 }],
    [
      { w: '3', h: '3' },
      { w: 2, h: 3 },
    ],
    [
      { w: Number.NaN, h: 1 },
      { w: 2, h: 3 },
    ],
    [{}, { w: 2, h: 3 }],
  ])('is read from %j', (config, expected) => {
    expect(widgetSize(config, size)).toEqual(expected)
  })

  test('is 1 x 1 if neither the widget nor the module sets it', () => {
    expect(widgetSize({}, undefined)).toEqual({ w: 1, h: 1 })
  })
})

describe(`over ${RUNS.toLocaleString('en')} random boards`, { timeout: 60_000 }, () => {
  const number = fc.integer({ min: -3, max: 8 })
  /** A position that may lie outside of the grid. */
  const anyPosition = fc.record({ x: number, y: number, w: number, h: number })
  /** A board as it grows: widgets are added one by one, and those without room are left out. */
  const board = fc.array(anyPosition, { maxLength: 20 }).map((positions) => {
    const placed: Position[] = []
    for (const next of positions) placed.push(...[land(placed, next)].filter((place) => place !== null))
    return placed
  })

  test('nothing overlaps and nothing is outside', () => {
    fc.assert(
      fc.property(board, (positions) => {
        expect(haveNoOverlap(positions)).toBe(true)
        for (const place of positions) expect(position.safeParse(place).success).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  test('a widget lands in its column at or below where it was put, in the first free row', () => {
    fc.assert(
      fc.property(board, anyPosition, (others, wanted) => {
        const start = clamp(wanted)
        const landed = land(others, wanted)
        const rows = Array.from({ length: GRID_ROWS - start.h - start.y + 1 }, (_, n) => ({ ...start, y: start.y + n }))
        const free = rows.find((place) => others.every((other) => !overlaps(place, other)))
        expect(landed).toEqual(free ?? null)
      }),
      { numRuns: RUNS },
    )
  })

  test('the first free place is free, and no earlier place is', () => {
    fc.assert(
      fc.property(board, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), (taken, w, h) => {
        const everywhere = Array.from({ length: GRID_ROWS * GRID_COLUMNS }, (_, cell) => ({
          x: cell % GRID_COLUMNS,
          y: Math.floor(cell / GRID_COLUMNS),
          w,
          h,
        }))
        const fits = (place: Position) =>
          taken.every((other) => !overlaps(other, place)) && position.safeParse(place).success
        expect(firstFree(taken, { w, h })).toEqual(everywhere.find(fits) ?? null)
      }),
      { numRuns: RUNS },
    )
  })
})
