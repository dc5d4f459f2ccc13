// `npm run test:real -- NAME`: opt-in tests against real counterparts that are too large for `npm test`.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(() => ensureInstalled(root))
// These need installed packages.
const { ensurePrograms, realPrograms } = await import('./tests/programs.ts')
const { ensureSynapse } = await import('./tests/synapse.ts')

const [name = ''] = process.argv.slice(2)
const program = realPrograms[name]
if (!program) {
  console.error(`npm run test:real -- ${Object.keys(realPrograms).join('|')}`)
  process.exit(2)
}
await runOrExplain(async () => {
  await ensurePrograms(program)
  if (name === 'matrix') await ensureSynapse()
})
const args = ['run', '--config', 'scripts/tests/real.vitest.config.ts', `real/${name}.test.ts`]
const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/.bin/vitest'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
