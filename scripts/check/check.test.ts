import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesIn, root, workspaces } from '../lib/workspaces.ts'
import { gates } from './gates.ts'
import { deadCode, directions, lint, types } from './tools.ts'

const TOOL_TIMEOUT_MS = 120_000

/** Things that `npm run check` must not let through, each in a file of its own. */
const planted = {
  'apps/web/src/lib/planted-direction.ts': "export { createRoutes } from '#web/app/router.tsx'\n",
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

/** Other packages are linked; our own must be the copy's. */
function linkPackages(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => entry !== '.cache' && entry !== '@atalaya')) {
    symlinkSync(path.join(from, name), path.join(to, name))
  }
  mkdirSync(path.join(to, '@atalaya'))
  for (const folder of ['contract', 'module-sdk', 'agent']) {
    symlinkSync(path.join(copy, 'packages', folder), path.join(to, '@atalaya', folder))
  }
}

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'atalaya-check-'))
  const configs = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [...configs.map((entry) => entry.name), ...workspaces(root).flatMap((folder) => filesIn(root, folder))]
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file))
  linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), text)
  }
  appendFileSync(path.join(copy, 'apps/server/src/config.ts'), 'export const nobodyNeedsThis = 1\n')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('refuses an import against the direction', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const problems = await directions(copy)
  expect(problems).toContain(
    'web-flows-up-to-app: apps/web/src/lib/planted-direction.ts -> apps/web/src/app/router.tsx',
  )
  expect(problems).not.toContain('not seen')
})

it('refuses a verdict on fewer files than there are', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const hidden = path.join(copy, '.dependency-cruiser.mjs')
  const config = [
    `import real from '${path.join(root, '.dependency-cruiser.mjs')}'`,
    "export default { forbidden: [], options: { ...real.options, exclude: { path: 'contract/src/users' } } }",
  ]
  writeFileSync(hidden, config.join('\n'))
  const problems = await directions(copy)
  cpSync(path.join(root, '.dependency-cruiser.mjs'), hidden)
  expect(problems).toBe('packages/contract/src/users.ts: not seen by dependency-cruiser')
})

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
