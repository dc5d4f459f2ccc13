import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { securityRows } from './security-rows.ts'

const base = mkdtempSync(path.join(tmpdir(), 'atalaya-rows-'))
afterAll(() => rmSync(base, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
  writeFileSync(path.join(base, name), text)
}

it('requires a test for each row, a row for each test, and unique ids', () => {
  expect(securityRows(base)).toBe('docs/security-rows.md is missing')
  write('apps/server/tsconfig.json', '{}')
  write('docs/security-rows.md', '| K1 | a | b |\n| K2 | a | b |\n| K1 | a | b |\n')
  write(
    'apps/server/test/a.test.ts',
    "test('C14 K1 opens nothing', () => {})\ntest.each(rows)(`M9, B5 %s`, () => {})\n",
  )
  write('apps/server/test/support/b.ts', "test('K2 is no test of its own')\n")
  expect(securityRows(base).split('\n')).toEqual([
    'docs/security-rows.md: two rows are K1',
    "docs/security-rows.md: no test's name begins with K2",
    'apps/server/test/a.test.ts: docs/security-rows.md has no row M9',
  ])
})

it('finds a test for each row of this repository', () => {
  expect(securityRows(root)).toBe('')
})
