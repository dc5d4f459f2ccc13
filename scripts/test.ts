// `npm test`: everything, on a fresh clone too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(() => ensureInstalled(root))
// These need installed packages.
const { ensurePrograms } = await import('./tests/programs.ts')
const { retryAlone } = await import('./tests/alone.ts')
const { summary } = await import('./tests/results.ts')
const { stepsOf } = await import('./tests/steps.ts')
const { testedTree, writeWholeRun } = await import('./tests/whole-run.ts')
await runOrExplain(ensurePrograms)

const tree = testedTree()
const reports = mkdtempSync(path.join(tmpdir(), 'atalaya-reports-'))
const steps = stepsOf(reports)

const ran = []
for (const { name, run, rerun } of steps) {
  console.log(`\n=== ${name}`)
  const started = performance.now()
  const counted = await run()
  ran.push({ name, counted, rerun, seconds: (performance.now() - started) / 1000 })
}
const results = []
for (const { counted, rerun, ...step } of ran) results.push({ ...step, ...(await retryAlone(counted, rerun)) })

rmSync(reports, { recursive: true, force: true })
console.log(summary(results))
const isGreen = results.every(({ failed }) => failed === 0)
if (isGreen) writeWholeRun(tree, results)
process.exitCode = isGreen ? 0 : 1
