// `npm test`: everything, on a fresh clone too.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

type Invocation = { args: string[]; env?: NodeJS.ProcessEnv }

await orExplain(() => ensureInstalled(root))
// These need installed packages.
const { ensurePrograms } = await import('./tests/programs.ts')
const { playwrightCounts, summary, vitestCounts } = await import('./tests/results.ts')
const { throwawayEnv } = await import('./tests/throwaway.ts')
await orExplain(ensurePrograms)

const reports = mkdtempSync(path.join(tmpdir(), 'atalaya-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

const noCounts = () => ({ passed: 0, failed: 0, skipped: 0, broken: [] })
const steps = [
  { name: 'check', command: { args: ['scripts/check.ts'] }, counts: noCounts },
  {
    name: 'unit and API tests',
    command: {
      args: [
        bin('vitest'),
        'run',
        '--reporter=default',
        '--silent=passed-only',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ],
    },
    counts: () => vitestCounts(vitestReport),
  },
  { name: 'build', command: { args: ['scripts/build.ts'] }, counts: noCounts },
  {
    name: 'browser tests',
    command: {
      args: [bin('playwright'), 'test', '--config=e2e/playwright.config.ts', '--reporter=line,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    },
    counts: () => playwrightCounts(playwrightReport),
  },
]

const throwaway = throwawayEnv()

function run({ args, env: own }: Invocation): Promise<number> {
  const env = { ...process.env, ...throwaway, ...own }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const results = []
for (const { name, command, counts } of steps) {
  console.log(`\n=== ${name}`)
  const started = performance.now()
  const code = await run(command)
  const counted = counts()
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed
  results.push({ name, ...counted, failed, seconds: (performance.now() - started) / 1000 })
}
rmSync(reports, { recursive: true, force: true })
console.log(summary(results))
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
