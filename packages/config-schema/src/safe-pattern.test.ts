import fc from 'fast-check'
import { checkSync } from 'recheck'
import { describe, expect, test, vi } from 'vitest'
import { faultOfPattern } from './safe-pattern.ts'

describe('a pattern is accepted', () => {
  test.each([
    '^[a-z]+$',
    '^[a-z][a-z0-9-]*$',
    '^https?://[^/]+/.*$',
    '^\\d+\\.\\d+\\.\\d+$',
    '^-?\\d+$',
    '^[A-Z]{2,3}\\d{4,}$',
    '^\\p{Lu}+ \\p{Lu}+$',
    '^(one|two|three|four|five)$',
    '^(?:ab){3}$',
    '^(ab)+$',
    '^(ab)+c$',
    '^[(+*?)|]{4}\\($',
    '^(?:\\d+m|[a-z]+;)$',
    '\\p{Lu}\\u{1F600}\\+',
    '^(?<year>\\d{4})-\\d{2}$',
    'a|b',
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
    ['^(?:([^a]{2}|.-))+?$', /repeat a group/],
    ['^(a)\\1$', /refer back/],
    ['^(?=a)b$', /look ahead/],
    ['^(?<!a)b$', /look ahead/],
    ['^(?i:a)$', /flags/],
    [`^${'a?'.repeat(66)}${'a'.repeat(66)}`, /after each repetition/],
    ['(a|a)'.repeat(40), /at most 20 ways/],
    ['a*b*c*d*', /begin with \^/],
    ['\\s+$', /begin with \^/],
    ['^a+$|b+$', /begin with \^/],
    ['^a*a*b', /after each repetition/],
    ['^\\w+\\d$', /after each repetition/],
    ['^[^\\0-\\uffff]+[^\\0-\\uffff]+x', /after each repetition/],
    ['^(ab)+a', /after each repetition/],
    ['^(a+)a', /after each repetition/],
    ['^(?:a+|b)a', /after each repetition/],
    ['^a+b?a', /after each repetition/],
    ['^(?:^)+a', /after each repetition/],
  ])('%s', (pattern, fault) => {
    expect(faultOfPattern(pattern)).toMatch(fault)
  })
})

test('matching an accepted pattern takes time linear in the text', { timeout: 60_000 }, () => {
  const atom = fc.constantFrom(...['a', 'b', '-', '\\.', '\\d', '\\w', '[a-z]', '[ab]', '[^a]', '.', '\\s', '\\p{L}'])
  const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '+?')
  const { parts } = fc.letrec<{ parts: string; part: string }>((tie) => ({
    parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    part: fc
      .oneof(
        { depthSize: 'small' },
        atom,
        tie('parts').map((inside) => `(?:${inside})`),
        fc.tuple(tie('parts'), tie('parts')).map(([one, other]) => `(${one}|${other})`),
      )
      .chain((what) => quantifier.map((often) => what + often)),
  }))
  // Only the backend in JavaScript is installed.
  vi.stubEnv('RECHECK_BACKEND', 'pure')
  let checked = 0
  fc.assert(
    fc.property(
      parts.map((inside) => `^${inside}$`).filter((pattern) => faultOfPattern(pattern) === null),
      (pattern) => {
        checked++
        const { status } = checkSync(pattern, 'u', { timeout: 5000 })
        expect(status, pattern).not.toBe('vulnerable')
      },
    ),
    { numRuns: 100 },
  )
  expect(checked).toBe(100)
})
