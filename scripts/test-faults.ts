// `npm run test:faults -- --rounds 200`: the long form of the fault tests, on both databases; writes
// docs/reliability.md. `--database sqlite` runs them on one. File names after it run some; those of `e2e/` run in a
// browser.
// `--agents 1000000` asks for the plans of all statements on that many agents instead. That takes some minutes and 5 GB
// of disk.
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'
import { DISPLAY_SPECS, runDisplays } from './tests/displays.ts'
import { runLong } from './tests/long.ts'

const FILES = ['apps/server/test/faults/', 'apps/server/test/commands/faults.test.ts']
const options = {
  rounds: { type: 'string', default: '20' },
  database: { type: 'string' },
  agents: { type: 'string' },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })

if (!(Number(values.rounds) >= 1)) throw new Error('--rounds is a number from 1 on')
await runOrExplain(async () => {
  await ensureInstalled(root)
  // This needs installed packages.
  const { ensurePrograms, faultPrograms } = await import('./tests/programs.ts')
  await ensurePrograms(faultPrograms)
})
if (values.agents !== undefined) {
  process.exitCode = await runLong(['apps/server/test/plans.test.ts'], { SCALE_AGENTS: values.agents }, 'postgres')
} else {
  const isForBrowser = (file: string) => file.startsWith('e2e/')
  const files = positionals.length > 0 ? positionals : [...FILES, ...DISPLAY_SPECS]
  const [specs, tests] = [files.filter(isForBrowser), files.filter((file) => !isForBrowser(file))]
  const environment = { FAULT_ROUNDS: values.rounds }
  const codes = [
    tests.length > 0 ? await runLong(tests, environment, values.database) : 0,
    specs.length > 0 ? await runDisplays(specs) : 0,
  ]
  process.exitCode = Math.max(...codes)
}
