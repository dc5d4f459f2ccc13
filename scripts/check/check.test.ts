import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyCheckout, plant } from './checkout-copy.ts'
import { floatingPromises } from './floating-promises.ts'
import { gates } from './gates.ts'
import { deadCode, lint, slowExpressions } from './tools.ts'
import { types } from './types.ts'

const TOOL_TIMEOUT_MS = 120_000

/** Things that `npm run check` must not let through, each in a file of its own. */
const planted = {
  'packages/contract/src/planted-any.ts': 'export const anything: any = 1\n',
  'packages/contract/src/planted-type.ts': "export const count: number = 'one'\n",
  'apps/web/src/lib/planted-expression.ts': [
    'export const isTrimmed = (text: string) => !/\\s+$/.test(text)',
    "export const isList = (text: string) => new RegExp('^(a|b|ab)*$', 'u').test(text)",
    "export const isMade = (text: string) => new RegExp('^' + text).test(text)\\n",
  ].join('\n'),
  'apps/server/src/users/planted.routes.ts': [
    "import type { FastifyInstance } from 'fastify'",
    'export async function planted(app: FastifyInstance) {',
    "  app.get('/api/v1/planted', async () => ({}))",
    '}\n',
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
  'apps/web/src/features/auth/planted-user.ts': 'export type User = { name: string }\n',
  'apps/web/src/planted-long.ts': '// one more line\n'.repeat(251),
  'apps/web/src/lib/utils.ts': '',
  'apps/web/src/lib/planted.test.ts': `${'vi'}.mock('#web/lib/api.ts')\n`,
  'apps/web/src/lib/planted-paper.ts': '/** Said at length in fleet.' + 'md 6.2. */\nexport {}\n',
  'packages/contract/src/planted-text.ts': "import { z } from 'zod'\nexport const text = z.string().trim()\n",
  'modules/weather/src/planted-format.ts': [
    'export const day = (at: Date) => at.toLocaleDateString()',
    "export const many = (count: number) => count.toLocaleString('en')",
    "export const listed = new Intl.ListFormat('en')",
  ].join('\n'),
  'apps/web/src/lib/planted-wait.test.ts': `await ${'vi'}.waitFor(() => undefined)\n`,
  'apps/web/src/lib/planted-elapsed.test.ts': [
    `const began = ${'performance'}.now()`,
    `expect(${'performance'}.now() - began).toBeLessThan(1000)`,
    `expect(Date.now() ${'-'} began).toBeLessThan(1000)`,
    `const before = process.${'memoryUsage'}().rss\n`,
  ].join('\n'),
  'apps/web/src/lib/planted-measured.long.test.ts': `const began = ${'performance'}.now()\n`,
  'ARCHITECTURE.md': 'Calls go through `users/planted.routes.ts` (`planted`, `nobody`)\nto `gateway/nothing.ts`.\n',
  'docs/decisions/099-planted.md': '# 99. Planted\n',
  'packages/agent/src/planted-suppression.ts': '// @ts-' + 'expect-error\nexport const one: string = 1\n',
}

let copy: string
let idleException: string
beforeAll(async () => {
  copy = copyCheckout()
  const knip = path.join(copy, 'knip.json')
  const rules = readFileSync(knip, 'utf8')
  writeFileSync(knip, rules.replace('"dependency-cruiser"', '$&, "nobody-installed-this"'))
  // Before anything else is wrong: it must be reason enough by itself.
  idleException = await deadCode(copy)
  writeFileSync(knip, rules)
  plant(copy, planted)
  appendFileSync(path.join(copy, 'apps/server/src/config.ts'), 'export const nobodyNeedsThis = 1\n')
}, TOOL_TIMEOUT_MS)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('refuses an unused export', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await deadCode(copy)).toMatch(/nobodyNeedsThis .*apps\/server\/src\/config\.ts/)
})

it('refuses an exception that nothing needs', () => {
  expect(idleException).toMatch(/nobody-installed-this .*Remove from ignoreDependencies/)
})

it('refuses an any', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await lint(copy)).toMatch(/packages\/contract\/src\/planted-any\.ts:\d+:\d+ lint\/suspicious\/noExplicitAny/)
})

it('refuses a wrong type', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await types(copy, ['packages/contract'])).toContain(
    'packages/contract/src/planted-type.ts(1,14): error TS2322',
  )
})

it('refuses an expression that a long text can hold up', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const file = 'apps/web/src/lib/planted-expression.ts'
  expect((await slowExpressions(copy)).trim().split('\n')).toEqual([
    `${file}:1: \\s+$ can take long (2nd degree polynomial)`,
    `${file}:2: ^(a|b|ab)*$ can take long (exponential)`,
    `${file}:3: new RegExp('^' + text) is put together while running, so that nobody can judge it`,
  ])
})

it('refuses a promise that nobody holds, and takes one that somebody does', { timeout: TOOL_TIMEOUT_MS }, () => {
  const dropped = 'whoever calls this function drops its promise'
  const unheard = 'nobody hears when this promise is rejected'
  expect(floatingPromises(copy).split('\n')).toEqual([
    `apps/server/src/users/planted-promises.ts:3: ${unheard}`,
    `apps/server/src/users/planted-promises.ts:4: ${unheard}`,
    `apps/server/src/users/planted-promises.ts:5: ${unheard}`,
    `apps/server/src/users/planted-promises.ts:6: ${dropped}`,
  ])
})

it.each([
  ['a call without a schema', 'apps/server/src/users/planted.routes.ts:3: a route without a schema'],
  ['a second type of the same name', 'apps/web/src/features/auth/planted-user.ts:1: User is a type of the contract'],
  ['a file that is too long', 'apps/web/src/planted-long.ts: 251 lines'],
  ['a file named after nothing', 'apps/web/src/lib/utils.ts: say what it is for'],
  ['a mock of our own', 'apps/web/src/lib/planted.test.ts:1: a mock of our own code'],
  ['a pointer to a paper that is not here', 'apps/web/src/lib/planted-paper.ts:1: there is no fleet.md'],
  ['a map that names no file', 'ARCHITECTURE.md:2: there is no gateway/nothing.ts; name what is there'],
  ['a map that names nothing in a file', 'ARCHITECTURE.md:1: users/planted.routes.ts has no nobody'],
  ['a hole between decisions', 'docs/decisions/099-planted.md: decisions are numbered from 001 without holes'],
  ['a text that is worked on before it is bounded', 'packages/contract/src/planted-text.ts:2: a text without a bound'],
  ['a date written elsewhere', 'modules/weather/src/planted-format.ts:1: a format of its own'],
  ['a number written elsewhere', 'modules/weather/src/planted-format.ts:2: a format of its own'],
  ['a formatter made elsewhere', 'modules/weather/src/planted-format.ts:3: a format of its own'],
  ['a wait of a second', 'apps/web/src/lib/planted-wait.test.ts:1: a wait of a second'],
  ['a clock that is read', 'apps/web/src/lib/planted-elapsed.test.ts:1: a bound of time that passes'],
  ['a bound of time', 'apps/web/src/lib/planted-elapsed.test.ts:2: a bound of time that passes'],
  ['a bound of time by the date', 'apps/web/src/lib/planted-elapsed.test.ts:3: a bound of time that passes'],
  ['memory with its garbage', 'apps/web/src/lib/planted-elapsed.test.ts:4: memory with its garbage'],
  ['a suppression without a reason', 'packages/agent/src/planted-suppression.ts:1: a suppression needs a reason'],
])('refuses %s', (_what, complaint) => {
  expect(gates(copy)).toContain(complaint)
})

it('lets a test measure that says so', () => {
  expect(gates(copy)).not.toContain('planted-measured')
})
