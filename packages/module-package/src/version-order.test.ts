import { expect, test } from 'vitest'
import { byVersion } from './version-order.ts'

test('versions sort newest first, by numeric value, with a pre-release behind its release', () => {
  const newestFirst = ['2.0.0', '2.0.0-rc.10', '2.0.0-rc.9', '2.0.0-beta', '1.10.0', '1.9.1', '1.9.0', '0.30.2']
  expect(newestFirst.toReversed().sort(byVersion)).toEqual(newestFirst)
  expect(newestFirst.toSorted(byVersion)).toEqual(newestFirst)
  expect(byVersion('1.0.0-rc.1', '1.0.0-rc.1')).toBe(0)
})
