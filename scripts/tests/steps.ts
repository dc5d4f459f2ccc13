import path from 'node:path'
import type { Rerun } from './alone.ts'
import { bin, execute } from './execute.ts'
import { type Broken, type Counts, NOTHING, playwrightCounts, vitestCounts } from './results.ts'

type Step = { name: string; run: () => Promise<Counts>; rerun?: Rerun }

/** A step that ends badly without a failing test counts as one failure. */
const withExitCode = (code: number, counted: Counts): Counts => ({
  ...counted,
  failed: code !== 0 && counted.failed === 0 ? 1 : counted.failed,
})

const script = (file: string) => async () => withExitCode(await execute([file]), NOTHING)

async function vitest(report: string, ...args: string[]): Promise<Counts> {
  const reporters = ['--reporter=default', '--silent=passed-only', '--reporter=json', `--outputFile.json=${report}`]
  const command = [bin('vitest'), 'run', ...reporters, ...args]
  return withExitCode(await execute(command, { TEST_BUILT: '1' }), vitestCounts(report))
}

async function playwright(report: string, ...args: string[]): Promise<Counts> {
  const config = ['--config=e2e/playwright.config.ts', '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return withExitCode(await execute([bin('playwright'), 'test', ...config, ...args], env), playwrightCounts(report))
}

const filesOf = (broken: Broken[]) => [...new Set(broken.map(({ file }) => file))]

/** The steps of `npm test`, which put their reports into a folder. */
export function stepsOf(reports: string): Step[] {
  const report = (name: string) => path.join(reports, `${name}.json`)
  return [
    { name: 'check', run: script('scripts/check.ts') },
    // Tests of both kinds start what is built.
    { name: 'build', run: script('scripts/build.ts') },
    {
      name: 'unit and API tests',
      run: () => vitest(report('vitest')),
      // Whole files: tests may depend on those before them.
      rerun: (broken) => vitest(report('vitest-alone'), ...filesOf(broken), '--maxWorkers=1', '--no-file-parallelism'),
    },
    {
      name: 'browser tests',
      run: () => playwright(report('playwright')),
      rerun: () => playwright(report('playwright-alone'), '--last-failed', '--workers=1', '--trace=on'),
    },
  ]
}
