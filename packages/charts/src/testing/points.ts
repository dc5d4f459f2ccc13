import fc from 'fast-check'
import type { Point } from '../series.ts'

export const point = (at: number, avg = at): Point => ({ at, avg, min: avg - 1, max: avg + 1 })

/** The usual distance of the points of `series`. */
export const STEP = 10

const value = fc.integer({ min: -1_000_000, max: 1_000_000 })
const measured = fc.tuple(fc.integer({ min: 1, max: 8 * STEP }), fc.tuple(value, value, value))

/** Points in the order of time, some of them after a gap. Each average lies between its minimum and maximum. */
export const series = fc.array(measured, { maxLength: 40 }).map((steps): Point[] => {
  let at = 0
  return steps.map(([after, values]) => {
    at += after
    const [min = 0, avg = 0, max = 0] = values.toSorted((a, b) => a - b)
    return { at, min, avg, max }
  })
})
