import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plant } from './checkout-copy.ts'
import { plainTitles } from './plain-titles.ts'

const base = mkdtempSync(path.join(tmpdir(), 'atalaya-titles-'))
beforeAll(() => {
  plant(base, {
    'packages/a/tsconfig.json': '{}',
    'packages/a/plain.test.ts': [
      "test('a token that ended is refused', () => {})",
      "it.each([['who comes']])('%s is known', () => {})",
      "it.each([{ what: 'a file' }])('$what is known', () => {})",
      "it.call('what is called')",
      "expect('whatever').toBe('whatever')\n",
    ].join('\n'),
    'packages/a/riddles.test.tsx': [
      "test('who has no right gets nothing', () => {})",
      "describe('What was told', () => {",
      "  it('E1 M2 whoever asks is told', () => {})",
      `  it.skip(\`which \${1} it is\`, () => {})`,
      '})\n',
    ].join('\n'),
    'packages/a/variants.spec.ts': [
      "test.each([1])('whatever %i is', () => {})",
      "test.for<number>([1])('that %i is', () => {})",
      "test.describe('whose it is', () => test.step('whom it meets', () => {}))",
      'test.each`a`("what $a is", () => {})',
      "walk('whose name it is', 'a walk is shown', () => {})",
      "walk('name', 'what a walk shows', () => {})",
      "walk('who walks', () => {})\n",
    ].join('\n'),
    'packages/a/source.ts': "test('what is no file of tests', () => {})\n",
  })
})
afterAll(() => rmSync(base, { recursive: true }))

test('the check refuses titles that begin with a relative pronoun, in every kind of declaration', () => {
  const rest = (word: string) => `a title begins with "${word}"; name the subject and say what holds`
  expect(plainTitles(base).split('\n')).toEqual([
    `packages/a/riddles.test.tsx:1: ${rest('who')}`,
    `packages/a/riddles.test.tsx:2: ${rest('What')}`,
    `packages/a/riddles.test.tsx:3: ${rest('whoever')}`,
    `packages/a/riddles.test.tsx:4: ${rest('which')}`,
    `packages/a/variants.spec.ts:1: ${rest('whatever')}`,
    `packages/a/variants.spec.ts:2: ${rest('that')}`,
    `packages/a/variants.spec.ts:3: ${rest('whose')}`,
    `packages/a/variants.spec.ts:3: ${rest('whom')}`,
    `packages/a/variants.spec.ts:4: ${rest('what')}`,
    `packages/a/variants.spec.ts:6: ${rest('what')}`,
    `packages/a/variants.spec.ts:7: ${rest('who')}`,
  ])
})
