import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sparkline } from './sparkline.ts'

const box = { width: 100, height: 23, pad: 1.5 }

test.each([
  ['no values draw no line', [], ''],
  ['gaps alone draw no line', [null, null], ''],
  ['a constant runs along the middle', [5, 5], 'M0,11.5L100,11.5'],
  ['a rise keeps a distance to both edges', [0, 10], 'M0,21.5L100,1.5'],
  ['a gap splits the line', [0, 10, null, 10, 0], 'M0,21.5L25,1.5M75,1.5L100,21.5'],
  ['a single value is a dot', [7], 'M0,11.5h0'],
])('%s', (_name, values, line) => {
  expect(sparkline(values, box).line).toBe(line)
})

test('the area closes down to the bottom under each run', () => {
  expect(sparkline([0, 10, null, 10, 0], box).area).toBe('M0,21.5L25,1.5L25,23L0,23ZM75,1.5L100,21.5L100,23L75,23Z')
})

test('values beyond the given axis stay inside the picture', () => {
  expect(sparkline([0, 200], { ...box, min: 0, max: 100 }).line).toBe('M0,21.5L100,0')
  expect(sparkline([-5, 140], { width: 20, height: 10, min: 0, max: 100 }).line).toBe('M0,10L20,0')
})

test('every run of values is a separate stroke inside the picture', () => {
  const values = fc.array(fc.option(fc.integer()), { maxLength: 60 })
  fc.assert(
    fc.property(values, (all) => {
      const { line } = sparkline(all, box)
      const runs = all.filter((value, index) => value !== null && (all[index - 1] ?? null) === null)
      expect(line.match(/M/g) ?? []).toHaveLength(runs.length)
      for (const [, x, y] of line.matchAll(/[ML]([^,]+),([^MLh]+)/g)) {
        expect(Number(x) >= 0 && Number(x) <= box.width).toBe(true)
        expect(Number(y) >= 0 && Number(y) <= box.height).toBe(true)
      }
    }),
  )
})
