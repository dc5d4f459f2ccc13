import { rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { copyCheckout, plant } from './checkout-copy.ts'
import { gates } from './gates.ts'

/** Things that the gates of `npm run check` must not let through, each in a file of its own. */
const planted = {
  'apps/server/src/users/planted.routes.ts': [
    "import type { FastifyInstance } from 'fastify'",
    'export async function planted(app: FastifyInstance) {',
    "  app.get('/api/v1/planted', async () => ({}))",
    '}\n',
  ].join('\n'),
  'apps/web/src/features/auth/planted-user.ts': 'export type User = { name: string }\n',
  'apps/web/src/planted-long.ts': '// one more line\n'.repeat(251),
  'apps/web/src/lib/utils.ts': '',
  'apps/web/src/lib/planted.test.ts': `${'vi'}.mock('#web/lib/calls/api.ts')\n`,
  'apps/web/src/lib/planted-paper.ts': '/** Said at length in fleet.' + 'md 6.2. */\nexport {}\n',
  'packages/contract/src/planted-text.ts': "import { z } from 'zod'\nexport const text = z.string().trim()\n",
  'modules/weather/src/planted-format.ts': [
    'export const day = (at: Date) => at.toLocaleDateString()',
    "export const many = (count: number) => count.toLocaleString('en')",
    "export const listed = new Intl.ListFormat('en')",
  ].join('\n'),
  'apps/web/src/lib/planted-wait.test.ts': `await ${'vi'}.waitFor(() => undefined)\n`,
  'e2e/planted-wait.spec.ts': `await expect(page).toHaveTitle('x', { ${'timeout'}: 1_500 })\n`,
  'apps/web/src/lib/planted-elapsed.test.ts': [
    `const began = ${'performance'}.now()`,
    `expect(${'performance'}.now() - began).toBeLessThan(1000)`,
    `expect(Date.now() ${'-'} began).toBeLessThan(1000)`,
    `const before = process.${'memoryUsage'}().rss\n`,
  ].join('\n'),
  'apps/web/src/lib/planted-measured.long.test.ts': `const began = ${'performance'}.now()\n`,
  'ARCHITECTURE.md': 'Calls go through `users/planted.routes.ts` (`planted`, `nobody`)\nto `gateway/nothing.ts`.\n',
  'docs/decisions/099-planted.md': '# 99. Planted\n',
  'packages/agent/src/planted-spread.ts': 'export const it = {\n  ' + '...' + '{ one: 1, two: 2 },\n}\n',
  'packages/agent/src/planted-suppression.ts': '// @ts-' + 'expect-error\nexport const one: string = 1\n',
}

let output: string
beforeAll(() => {
  const copy = copyCheckout()
  plant(copy, planted)
  output = gates(copy)
  rmSync(copy, { recursive: true, force: true })
})

test.each([
  ['a call without a schema', 'apps/server/src/users/planted.routes.ts:3: a route without a schema'],
  ['a second type of the same name', 'apps/web/src/features/auth/planted-user.ts:1: User is a type of the contract'],
  ['a file that is too long', 'apps/web/src/planted-long.ts: 251 lines'],
  ['a file with a meaningless name', 'apps/web/src/lib/utils.ts: say what it is for'],
  ['a mock of our own code', 'apps/web/src/lib/planted.test.ts:1: a mock of our own code'],
  ['a reference to a missing document', 'apps/web/src/lib/planted-paper.ts:1: there is no fleet.md'],
  ['a map that names a missing file', 'ARCHITECTURE.md:2: there is no gateway/nothing.ts; name what is there'],
  ['a map that names a missing part of a file', 'ARCHITECTURE.md:1: users/planted.routes.ts has no nobody'],
  [
    'a gap between the numbers of decisions',
    'docs/decisions/099-planted.md: decisions are numbered from 001 without holes',
  ],
  [
    'a text that is transformed before its length is checked',
    'packages/contract/src/planted-text.ts:2: a text without a bound',
  ],
  ['a date formatted outside of packages/format', 'modules/weather/src/planted-format.ts:1: a format of its own'],
  ['a number formatted outside of packages/format', 'modules/weather/src/planted-format.ts:2: a format of its own'],
  ['a formatter made outside of packages/format', 'modules/weather/src/planted-format.ts:3: a format of its own'],
  ['properties spread to keep a row', 'packages/agent/src/planted-spread.ts:2: properties in an object of their own'],
  ['a wait of a second', 'apps/web/src/lib/planted-wait.test.ts:1: a wait of a second'],
  ['an expectation with a short wait', 'e2e/planted-wait.spec.ts:1: a short wait'],
  ['a test that reads a clock', 'apps/web/src/lib/planted-elapsed.test.ts:1: a bound of time that passes'],
  ['a test with a limit of elapsed time', 'apps/web/src/lib/planted-elapsed.test.ts:2: a bound of time that passes'],
  [
    'a test with a limit of elapsed time by the date',
    'apps/web/src/lib/planted-elapsed.test.ts:3: a bound of time that passes',
  ],
  [
    'a test that measures memory with its garbage',
    'apps/web/src/lib/planted-elapsed.test.ts:4: memory with its garbage',
  ],
  ['a suppression without a reason', 'packages/agent/src/planted-suppression.ts:1: a suppression needs a reason'],
])('the gates refuse %s', (_what, complaint) => {
  expect(output).toContain(complaint)
})

test('a test may measure time if its file name marks it as long', () => {
  expect(output).not.toContain('planted-measured')
})
