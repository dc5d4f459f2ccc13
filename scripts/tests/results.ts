import { existsSync, readFileSync } from 'node:fs'

/** What one step of `npm test` found. A step that fails without a failing test counts as one failure. */
export type Result = { name: string; passed: number; failed: number; skipped: number; seconds: number }

type Counts = Pick<Result, 'passed' | 'failed' | 'skipped'>
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 }

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

/** Counts of Vitest's JSON report; a file that did not load has no test to fail, so it counts itself. */
export function vitestCounts(file: string): Counts {
  const report = read<VitestReport>(file)
  if (!report) return NOTHING
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of Playwright's JSON report. A flaky test passed at its second try; the report lists it by name. */
export function playwrightCounts(file: string): Counts {
  const report = read<PlaywrightReport>(file)
  if (!report) return NOTHING
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}

/** The closing table, and alone on the last line the sum. */
export function summary(results: Result[]): string {
  const rows = results.map(({ name, passed, failed, skipped, seconds }) =>
    [
      failed > 0 ? 'FAILED' : 'ok    ',
      name.padEnd(28),
      `${passed} passed`.padStart(12),
      `${failed} failed`.padStart(10),
      `${skipped} skipped`.padStart(11),
      `${seconds.toFixed(1)} s`.padStart(9),
    ].join(' '),
  )
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  return ['', ...rows, '', `${sum('passed')} passed, ${sum('failed')} failed`].join('\n')
}
