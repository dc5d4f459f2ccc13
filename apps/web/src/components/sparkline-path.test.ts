import { expect, test } from 'vitest'
import { linePath } from '#web/components/sparkline-path.ts'

const box = { width: 100, height: 23 }

test.each([
  ['nothing', [], ''],
  ['only gaps', [null, null], ''],
  ['a constant runs along the middle', [5, 5], 'M0 11.5L100 11.5'],
  ['low to high keeps clear of both edges', [0, 10], 'M0 21.5L100 1.5'],
  ['a gap splits the line', [0, 10, null, 10, 0], 'M0 21.5L25 1.5M75 1.5L100 21.5'],
  ['a lone value is a short dash', [7], 'M0 11.5L1 11.5'],
])('%s', (_name, values, line) => {
  expect(linePath(values, box).line).toBe(line)
})

test('the area closes down to the bottom under each run', () => {
  expect(linePath([0, 10, null, 10, 0], box).area).toBe('M0 21.5L25 1.5L25 23L0 23ZM75 1.5L100 21.5L100 23L75 23Z')
})

test('values beyond the given axis stay inside the picture', () => {
  expect(linePath([0, 200], { ...box, min: 0, max: 100 }).line).toBe('M0 21.5L100 0')
})
