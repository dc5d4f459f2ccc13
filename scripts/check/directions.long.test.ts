import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn, root } from '../lib/workspaces.ts'
import { copyCheckout, plant } from './checkout-copy.ts'
import * as order from './order.ts'
import { directions } from './tools.ts'

const CONFIG = '.dependency-cruiser.mjs'
const TOOL_TIMEOUT_MS = 300_000

/** For every rule a file that breaks it, and the import with which it does. */
const breaches: Record<string, [file: string, imported: string]> = {
  'contract-is-a-leaf': ['packages/contract/src/p-leaf.ts', '../../module-sdk/src/index.ts'],
  'contract-needs-zod-only': ['packages/contract/src/p-zod.ts', 'fastify'],
  'config-schema-sees-format': ['packages/config-schema/src/p-leaf.ts', '../../contract/src/users.ts'],
  'format-is-a-leaf': ['packages/format/src/p-leaf.ts', '../../contract/src/users.ts'],
  'charts-sees-format': ['packages/charts/src/p-sdk.ts', '../../module-sdk/src/index.ts'],
  'module-package-sees-contract': ['packages/module-package/src/p-sdk.ts', '../../module-sdk/src/index.ts'],
  'creator-sees-contract': ['packages/create-atalaya-module/src/p-sdk.ts', '../../module-sdk/src/index.ts'],
  'module-cli-sees-packages': ['packages/module-cli/src/p-sdk.ts', '../../module-sdk/src/index.ts'],
  'agent-sees-contract': ['packages/agent/src/p-sdk.ts', '../../module-sdk/src/index.ts'],
  'sdk-sees-contract': ['packages/module-sdk/src/p-agent.ts', '../../agent/src/p-sdk.ts'],
  'module-sees-sdk': ['modules/agent-status/src/p-contract.ts', '../../../packages/contract/src/users.ts'],
  'shared-sees-sdk': ['packages/now-playing/src/p-agent.ts', '../../agent/src/p-sdk.ts'],
  'web-sees-packages': ['apps/web/src/lib/p-server.ts', '../../../server/src/config.ts'],
  'server-sees-packages': ['apps/server/src/p-web.ts', '../../web/src/lib/session/session.ts'],
  'repository-order': ['packages/agent/src/p-app.ts', '../../../apps/server/src/config.ts'],
  'nothing-imports-tests': ['apps/web/src/app/p-test.ts', './guard.test.tsx'],
  'server-order': ['apps/server/src/users/p-order.ts', '#server/auth/sign-in.ts'],
  'server-source-knows-no-test': ['apps/server/src/users/p-test.ts', '#test/support/test-app.ts'],
  'web-features-are-islands': ['apps/web/src/features/users/p-auth.ts', '#web/features/auth/auth.queries.ts'],
  'web-order': ['apps/web/src/features/users/p-app.ts', '#web/app/links.ts'],
  'web-testing-stays-in-tests': ['apps/web/src/app/p-testing.ts', '#web/testing/server.ts'],
  'repo-is-private': ['apps/server/src/agents/p-repo.ts', '#server/users/users.repo.ts'],
  'repo-is-the-lowest': ['apps/server/src/agents/p-service.repo.ts', './agents.service.ts'],
  'service-knows-no-route': ['apps/server/src/agents/p-route.service.ts', './agents.routes.ts'],
  'routes-go-through-services': ['apps/server/src/agents/p-repo.routes.ts', './agents.repo.ts'],
  'sql-lives-in-repos': ['apps/server/src/agents/p-sql.ts', 'kysely'],
  'http-stays-out-of-services': ['apps/server/src/agents/p-http.service.ts', 'fastify'],
  'no-circular': ['apps/web/src/lib/p-circle.ts', './p-circle-back.ts'],
  resolves: ['apps/server/src/p-nowhere.ts', './no-such-file.ts'],
  declared: ['apps/web/src/lib/p-undeclared.ts', 'kysely'],
  'no-dev-dependency-in-the-product': ['apps/web/src/lib/p-development.ts', 'vite'],
}

/** For each folder of the server but the top one: a new file that imports from the folder above. */
function upwardImports(): [file: string, imported: string][] {
  const isFolder = (folder: string) => existsSync(path.join(root, 'apps/server/src', folder))
  const folders = order.server.filter(isFolder)
  return folders.slice(0, -1).map((folder, index) => {
    const [first = ''] = filesIn(root, `apps/server/src/${folders[index + 1]}`).filter((file) => file.endsWith('.ts'))
    return [`apps/server/src/${folder}/p-upward.ts`, first.replace('apps/server/src/', '#server/')]
  })
}

let copy: string
beforeAll(() => {
  copy = copyCheckout()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the check reports a source file that dependency-cruiser did not see', { timeout: TOOL_TIMEOUT_MS }, async () => {
  const blind = [
    `import real from '${path.join(root, CONFIG)}'`,
    "export default { forbidden: [], options: { ...real.options, exclude: { path: 'contract/src/users' } } }",
  ]
  writeFileSync(path.join(copy, CONFIG), blind.join('\n'))
  const problems = await directions(copy)
  cpSync(path.join(root, CONFIG), path.join(copy, CONFIG))
  expect(problems).toBe('packages/contract/src/users.ts: not seen by dependency-cruiser')
})

test('the check refuses an import against each rule, and from each folder to the one above it, types included', {
  timeout: TOOL_TIMEOUT_MS,
}, async () => {
  const files = Object.values(breaches).map(([file, imported]) => [file, `import '${imported}'\n`])
  plant(copy, Object.fromEntries(files))
  plant(copy, { 'apps/web/src/lib/p-circle-back.ts': "import './p-circle.ts'\n" })
  const upward = upwardImports()
  plant(copy, Object.fromEntries(upward.map(([file, imported]) => [file, `import type {} from '${imported}'\n`])))
  plant(copy, { 'apps/server/src/new-folder/p-unlisted.ts': "import '#server/net/addresses.ts'\n" })
  const { default: config } = (await import(path.join(root, CONFIG))) as { default: { forbidden: { name: string }[] } }
  const problems = (await directions(copy)).split('\n')
  // A circle is reported once, and names its files in either order.
  const isReported = (name: string, file = 'no breach is listed') =>
    problems.some((line) => line.startsWith(`${name}: `) && line.includes(file))
  const unbroken = config.forbidden.filter(({ name }) => !isReported(name, breaches[name]?.[0]))
  expect(unbroken).toEqual([])
  expect(upward.filter(([file]) => !isReported('server-order', file))).toEqual([])
  expect(isReported('server-order', 'apps/server/src/new-folder/p-unlisted.ts')).toBe(true)
})
