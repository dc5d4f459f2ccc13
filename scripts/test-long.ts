// `npm run test:long`: the long forms of tests, and measurements of time, on an otherwise idle machine. Names of files
// after it run some of them. Writes docs/reliability.md.
import { root } from './lib/workspaces.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'
import { runLong } from './tests/long.ts'

const FILES = [
  '.long.test.ts',
  '.once.test.ts',
  'apps/server/test/fuzz',
  'apps/server/test/faults/',
  'apps/server/test/commands/faults',
]
const LONG = { FAULT_ROUNDS: '20', FUZZ_REQUESTS: '50000' }

await orExplain(async () => {
  await ensureInstalled(root)
  // This needs installed packages.
  const { ensurePrograms, faultPrograms } = await import('./tests/programs.ts')
  await ensurePrograms(faultPrograms)
})
const chosen = process.argv.slice(2)
process.exitCode = await runLong(chosen.length > 0 ? chosen : FILES, LONG, undefined, ['unit', 'web'])
