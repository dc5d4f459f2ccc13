import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCheckout, plant } from './checkout-copy.ts'
import { floatingPromises } from './floating-promises.ts'
import { deadCode, lint, slowExpressions } from './tools.ts'
import { types } from './types.ts'

const TOOL_TIMEOUT_MS = 120_000

/** Faults that a tool must not let through, each in a file of its own. */
const planted = {
  'packages/contract/src/planted-any.ts': 'export const anything: any = 1\n',
  'packages/contract/src/planted-type.ts': "export const count: number = 'one'\n",
  'apps/web/src/lib/planted-expression.ts': [
    'export const isTrimmed = (text: string) => !/\\s+$/.test(text)',
    "export const isList = (text: string) => new RegExp('^(a|b|ab)*$', 'u').test(text)",
    "export const isMade = (text: string) => new RegExp('^' + text).test(text)\\n",
  ].join('\n'),
  'apps/server/src/users/planted-promises.ts': [
    "import type { UsersService } from './users.service.ts'",
    'export async function planted(users: UsersService, id: string) {',
    '  void users.get(id)',
    '  users.get(id)',
    '  users.get(id).then(() => {})',
    '  setInterval(() => users.get(id), 1000)',
    '  await users.get(id)',
    '  users.get(id).catch(() => {})',
    '  setInterval(() => users.get(id).catch(() => {}), 1000)',
    '}\n',
  ].join('\n'),
}

let copy: string
let idleException: string
beforeAll(async () => {
  copy = copyCheckout()
  const knip = path.join(copy, 'knip.json')
  const rules = readFileSync(knip, 'utf8')
  writeFileSync(knip, rules.replace('"dependency-cruiser"', '$&, "nobody-installed-this"'))
  // Runs before anything is planted: an unused exception alone must make the check fail.
  idleException = await deadCode(copy)
  writeFileSync(knip, rules)
  plant(copy, planted)
  appendFileSync(path.join(copy, 'apps/server/src/config.ts'), 'export const nobodyNeedsThis = 1\n')
}, TOOL_TIMEOUT_MS)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the check refuses an unused export', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await deadCode(copy)).toMatch(/nobodyNeedsThis .*apps\/server\/src\/config\.ts/)
})

test('the check refuses an unused exception', () => {
  expect(idleException).toMatch(/nobody-installed-this .*Remove from ignoreDependencies/)
})

test('the check refuses the type any', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await lint(copy)).toMatch(/packages\/contract\/src\/planted-any\.ts:\d+:\d+ lint\/suspicious\/noExplicitAny/)
})

test('the check refuses a wrong type', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await types(copy, ['packages/contract'])).toContain(
    'packages/contract/src/planted-type.ts(1,14): error TS2322',
  )
})

test('the check refuses a regular expression that is slow on a long text', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const file = 'apps/web/src/lib/planted-expression.ts'
  expect((await slowExpressions(copy)).trim().split('\n')).toEqual([
    `${file}:1: \\s+$ can take long (2nd degree polynomial)`,
    `${file}:2: ^(a|b|ab)*$ can take long (exponential)`,
    `${file}:3: new RegExp('^' + text) is built at run time, so that recheck can't analyse it`,
  ])
})

test('each expression that is listed as safe is judged safe again', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const file = path.join(copy, 'scripts/check/safe-expressions.json')
  const listed = readFileSync(file, 'utf8')
  writeFileSync(file, '[]')
  await slowExpressions(copy)
  expect(readFileSync(file, 'utf8')).toBe(listed)
})

test('the check refuses an unhandled promise, and accepts a handled one', { timeout: TOOL_TIMEOUT_MS }, () => {
  const dropped = 'this function returns a promise, and the code that calls it ignores it'
  const unhandled = 'a rejection of this promise is handled nowhere'
  expect(floatingPromises(copy).split('\n')).toEqual([
    `apps/server/src/users/planted-promises.ts:3: ${unhandled}`,
    `apps/server/src/users/planted-promises.ts:4: ${unhandled}`,
    `apps/server/src/users/planted-promises.ts:5: ${unhandled}`,
    `apps/server/src/users/planted-promises.ts:6: ${dropped}`,
  ])
})
