import { existsSync, readFileSync } from 'node:fs'

/** What one step of `npm test` found. A step that fails without a failing test counts as one failure. */
export type Result = {
  name: string
  passed: number
  failed: number
  skipped: number
  /** The names of tests that failed. */
  broken: string[]
  seconds: number
}

type Counts = Pick<Result, 'passed' | 'failed' | 'skipped' | 'broken'>
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: Suite[]
}
type Suite = { file: string; suites?: Suite[]; specs: { title: string; ok: boolean }[] }

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, broken: [] }

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
    broken: report.testResults.flatMap(brokenIn),
  }
}

/** Counts of Playwright's JSON report. A flaky test passed at its second try; the report lists it by name. */
export function playwrightCounts(file: string): Counts {
  const report = read<PlaywrightReport>(file)
  if (!report) return NOTHING
  const { expected, unexpected, flaky, skipped } = report.stats
  const broken = report.suites.flatMap(brokenSpecs)
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, broken }
}

function brokenIn({ name, status, assertionResults }: VitestReport['testResults'][number]): string[] {
  const broken = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => `${name}: ${fullName}`)
  return broken.length === 0 && status === 'failed' ? [name] : broken
}

function brokenSpecs({ file, suites = [], specs }: Suite): string[] {
  const broken = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`)
  return [...broken, ...suites.flatMap(brokenSpecs)]
}

/** What failed, the closing table, and alone on the last line the sum. */
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
  const broken = results.flatMap((result) => result.broken)
  return [
    '',
    ...broken.map((name) => `FAILED ${name}`),
    '',
    ...rows,
    '',
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n')
}
