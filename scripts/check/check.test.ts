import { appendFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyCheckout, plant } from './checkout-copy.ts'
import { gates } from './gates.ts'
import { deadCode, lint, types } from './tools.ts'

const TOOL_TIMEOUT_MS = 120_000

/** Things that `npm run check` must not let through, each in a file of its own. */
const planted = {
  'packages/contract/src/planted-any.ts': 'export const anything: any = 1\n',
  'packages/contract/src/planted-type.ts': "export const count: number = 'one'\n",
  'apps/server/src/users/planted.routes.ts': [
    "import type { FastifyInstance } from 'fastify'",
    'export async function planted(app: FastifyInstance) {',
    "  app.get('/api/v1/planted', async () => ({}))",
    '}\n',
  ].join('\n'),
  'apps/web/src/features/auth/planted-user.ts': 'export type User = { name: string }\n',
  'apps/web/src/planted-long.ts': '// one more line\n'.repeat(251),
  'apps/web/src/lib/utils.ts': '',
  'apps/web/src/lib/planted.test.ts': `${'vi'}.mock('#web/lib/api.ts')\n`,
  'packages/agent/src/planted-suppression.ts': '// @ts-' + 'expect-error\nexport const one: string = 1\n',
}

let copy: string
beforeAll(() => {
  copy = copyCheckout()
  plant(copy, planted)
  appendFileSync(path.join(copy, 'apps/server/src/config.ts'), 'export const nobodyNeedsThis = 1\n')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('refuses an unused export', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await deadCode(copy)).toMatch(/nobodyNeedsThis .*apps\/server\/src\/config\.ts/)
})

it('refuses an any', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await lint(copy)).toMatch(/packages\/contract\/src\/planted-any\.ts:\d+:\d+ lint\/suspicious\/noExplicitAny/)
})

it('refuses a wrong type', { timeout: TOOL_TIMEOUT_MS }, async () => {
  expect(await types(copy, ['packages/contract'])).toContain(
    'packages/contract/src/planted-type.ts(1,14): error TS2322',
  )
})

it.each([
  ['a call without a schema', 'apps/server/src/users/planted.routes.ts:3: a route without a schema'],
  ['a second type of the same name', 'apps/web/src/features/auth/planted-user.ts:1: User is a type of the contract'],
  ['a file that is too long', 'apps/web/src/planted-long.ts: 251 lines'],
  ['a file named after nothing', 'apps/web/src/lib/utils.ts: say what it is for'],
  ['a mock of our own', 'apps/web/src/lib/planted.test.ts:1: a mock of our own code'],
  ['a suppression without a reason', 'packages/agent/src/planted-suppression.ts:1: a suppression needs a reason'],
])('refuses %s', (_what, complaint) => {
  expect(gates(copy)).toContain(complaint)
})
