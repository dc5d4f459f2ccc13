import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'

const lines = readFileSync(path.join(import.meta.dirname, 'constants.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '))

const CONSTANTS = 37
/** Number of constants that no test can see. */
const UNSEEN = 2

/** Lines of a file that name tests or their rows. */
const namesIn = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter((line) => /(test|describe|test\.step|\]\))\(\s*["'`]|^\s+\[?["'`]/.test(line))
    .join('\n')

test('every constant of the specification has a line', () => {
  expect(lines).toHaveLength(CONSTANTS)
  expect(lines.filter(([, file]) => file === '-')).toHaveLength(UNSEEN)
})

test.each(lines.filter(([, file]) => file !== '-'))('%s', (_constant, file = '', name = '') => {
  expect(existsSync(path.join(root, file)), file).toBe(true)
  expect(namesIn(file)).toContain(name)
})
