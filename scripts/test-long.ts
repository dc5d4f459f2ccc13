// `npm run test:long`: the long forms of tests, and measurements of time, on an otherwise idle machine. Last come the
// browser tests, at all sizes and in all themes. Names of files after it run some of them. Writes docs/reliability.md.
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'
import { runLong } from './tests/long.ts'

const FILES = [
  '.long.test.ts',
  '.once.test.ts',
  'apps/server/test/fuzz',
  'apps/server/test/faults/',
  'apps/server/test/commands/faults',
]
const LONG = { FAULT_ROUNDS: '20', FUZZ_REQUESTS: '50000' }

await runOrExplain(async () => {
  await ensureInstalled(root)
  // This needs installed packages.
  const { ensurePrograms, faultPrograms } = await import('./tests/programs.ts')
  await ensurePrograms(faultPrograms)
})
const { bin, execute } = await import('./tests/execute.ts')
const isBrowserTest = (name: string) => name.startsWith('e2e/')

const args = process.argv.slice(2)
const browserTests = args.filter(isBrowserTest)
const others = args.length > 0 ? args.filter((name) => !isBrowserTest(name)) : FILES
const codes: number[] = []
if (others.length > 0) codes.push(await runLong(others, LONG, undefined, ['unit', 'web']))
if (args.length === 0 || browserTests.length > 0) {
  codes.push(await execute(['scripts/build.ts']))
  const config = '--config=e2e/playwright.config.ts'
  codes.push(await execute([bin('playwright'), 'test', config, ...browserTests], { TEST_LONG: '1' }))
}
process.exitCode = Math.max(...codes)
