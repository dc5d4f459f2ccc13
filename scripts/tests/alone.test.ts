import { expect, test } from 'vitest'
import { ALONE_MAX, retryAlone } from './alone.ts'
import type { Broken, Counts } from './results.ts'

const broken = (...names: string[]): Broken[] => names.map((name) => ({ name, file: 'a.test.ts', error: 'late' }))
const counts = (passed: number, brokenTests: Broken[], failed = brokenTests.length): Counts => ({
  passed,
  failed,
  skipped: 0,
  broken: brokenTests,
})
const returning = (secondRun: Counts) => async () => secondRun

test('a test that passes alone counts as passed and is listed, and one that fails again as failed', async () => {
  const result = await retryAlone(counts(5, broken('a', 'b')), returning(counts(3, broken('b'))))
  expect(result).toEqual({ passed: 6, failed: 1, skipped: 0, broken: broken('b'), onlyAlone: broken('a') })
})

test('a test that fails only in the second run counts as failed', async () => {
  const result = await retryAlone(counts(5, broken('a')), returning(counts(3, broken('c'))))
  expect(result).toMatchObject({ passed: 5, failed: 1, broken: broken('c'), onlyAlone: broken('a') })
})

test('a second run without results changes nothing', async () => {
  for (const secondRun of [counts(0, []), counts(3, [], 1)]) {
    expect(await retryAlone(counts(5, broken('a')), returning(secondRun))).toMatchObject({ failed: 1, onlyAlone: [] })
  }
})

test('more than ten failures, or a failure without a name, are not run again', async () => {
  const many = broken(...Array.from({ length: ALONE_MAX + 1 }, (_, n) => String(n)))
  for (const counted of [counts(5, many), counts(5, broken('a'), 2), counts(5, [], 1)]) {
    const result = await retryAlone(counted, () => Promise.reject(new Error('was run again')))
    expect(result).toEqual({ ...counted, onlyAlone: [] })
  }
})
