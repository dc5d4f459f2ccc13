import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { securityRows } from './security-rows.ts'

const base = mkdtempSync(path.join(tmpdir(), 'atalaya-rows-'))
afterAll(() => rmSync(base, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
  writeFileSync(path.join(base, name), text)
}

test('the check requires a test for each row, a row for each test, and unique ids', () => {
  expect(securityRows(base)).toBe('docs/security-rows.md is missing')
  write('apps/server/tsconfig.json', '{}')
  write('docs/security-rows.md', '| K1 | a | b |\n| K2 | a | b |\n| K1 | a | b |\n')
  write(
    'apps/server/test/a.test.ts',
    "test('C14 K1 opens nothing', () => {})\ntest.each(rows)(`M9, B5 %s`, () => {})\n",
  )
  write('apps/server/test/support/b.ts', "test('K2 is no test of its own')\n")
  write('scripts/tsconfig.json', '{}')
  write('scripts/check/c.test.ts', "write('J1 is a sample')\n")
  expect(securityRows(base).split('\n')).toEqual([
    'docs/security-rows.md: two rows are K1',
    "docs/security-rows.md: no test's name begins with K2",
    'apps/server/test/a.test.ts: docs/security-rows.md has no row C14',
    'apps/server/test/a.test.ts: docs/security-rows.md has no row M9',
    'apps/server/test/a.test.ts: docs/security-rows.md has no row B5',
  ])
})

test('the check reads ids before words, placeholders and counts, and none in the path of a picture', () => {
  write('docs/security-rows.md', '')
  const titles = [
    ...["'C3, C7 returns it'", "'F9 Spotify is connected'", `\`G3 \${name}\``, '"E8 %j is refused"', "'J2 __proto__'"],
    ...["'J1 100,000 brackets'", '\'<path d="M12 3h1"/>\'', '\'<path d="M0 0h1"/>\''],
  ]
  write('apps/server/test/a.test.ts', titles.map((title) => `test(${title}, () => {})\n`).join(''))
  const ids = [...securityRows(base).matchAll(/has no row (\w+)/g)].map(([, id]) => id)
  expect(ids).toEqual(['C3', 'C7', 'F9', 'G3', 'E8', 'J2', 'J1'])
})

test('each row of this repository has a test', () => {
  expect(securityRows(root)).toBe('')
})
