import { describe, expect, test } from 'vitest'
import { faultOfPattern } from './safe-pattern.ts'

describe('a pattern is taken', () => {
  test.each([
    '^[a-z]+$',
    '^https?://[^/]+/.*$',
    '^\\d+\\.\\d+\\.\\d+$',
    '^(one|two|three)$',
    '^(?:ab){3}$',
    '^(ab)+$',
    '^[(+*?)|]{4}\\($',
    '\\p{Lu}\\u{1F600}\\+',
    '^(?<year>\\d{4})-\\d{2}$',
  ])('%s', (pattern) => {
    expect(faultOfPattern(pattern)).toBeNull()
  })
})

describe('a pattern is refused', () => {
  test.each([
    ['(', /not a regular expression/],
    ['a'.repeat(201), /at most 200/],
    ['^(a+)+$', /repeat a group/],
    ['^(a|aa)+$', /repeat a group/],
    ['^((a?)b){30}$', /repeat a group/],
    ['^(?:(?:a*)b)*$', /repeat a group/],
    ['^(a)\\1$', /refer back/],
    ['^(?=a)b$', /look ahead/],
    ['^(?<!a)b$', /look ahead/],
    ['^(?i:a)$', /flags/],
    ['a?'.repeat(66) + 'a'.repeat(66), /at most 3/],
    ['(a|a)'.repeat(40), /at most 3/],
    ['a*b*c*d*', /at most 3/],
  ])('%s', (pattern, fault) => {
    expect(faultOfPattern(pattern)).toMatch(fault)
  })
})

test('the slowest that is taken stays bearable on the longest text that it is run on', () => {
  const worst = 'a*a*a*b'
  expect(faultOfPattern(worst)).toBeNull()
  const started = performance.now()
  expect(new RegExp(worst, 'u').test('a'.repeat(128))).toBe(false)
  expect(performance.now() - started).toBeLessThan(2000)
})
