import { existsSync, readFileSync } from 'node:fs'

/** A test that failed, or a file that did not load. */
export type Broken = {
  name: string
  /** File of the test, as its runner names files. */
  file: string
  error: string
}

export type Counts = { passed: number; failed: number; skipped: number; broken: Broken[] }

/** One step of `npm test`. A step that fails without a failing test counts as one failure. */
export type Result = Counts & {
  name: string
  /** Tests that failed while others ran and passed by themselves. */
  onlyAlone: Broken[]
  seconds: number
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}
type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: Suite[]
}
type Suite = { file: string; suites?: Suite[]; specs: Spec[] }
type Spec = {
  title: string
  tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, broken: [] }

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

/** Counts of Vitest's JSON report. A file that did not load has no failing test; it counts as one failure. */
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

/** Counts of Playwright's JSON report. */
export function playwrightCounts(file: string): Counts {
  const report = read<PlaywrightReport>(file)
  if (!report) return NOTHING
  const { expected, unexpected, flaky, skipped } = report.stats
  const broken = report.suites.flatMap(brokenSpecs)
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, broken }
}

function brokenIn({ name: file, status, message, assertionResults }: VitestFile): Broken[] {
  const broken = assertionResults
    .filter((assertion) => assertion.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: `${file}: ${fullName}`, file, error: failureMessages[0] ?? '' }))
  return broken.length === 0 && status === 'failed' ? [{ name: file, file, error: message }] : broken
}

function brokenSpecs({ file, suites = [], specs }: Suite): Broken[] {
  const broken = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}: ${title}`,
        file,
        error: results[0]?.error?.message ?? '',
      })),
  )
  return [...broken, ...suites.flatMap(brokenSpecs)]
}

const row = ({ name, passed, failed, skipped, seconds }: Result): string =>
  [
    failed > 0 ? 'FAILED' : 'ok    ',
    name.padEnd(28),
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
    `${skipped} skipped`.padStart(11),
    `${seconds.toFixed(1)} s`.padStart(9),
  ].join(' ')

/** The closing table: failed tests, those that passed only alone, and on the last line the sum. */
export function summary(results: Result[]): string {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  const broken = results.flatMap((result) => result.broken)
  const onlyAlone = results.flatMap((result) => result.onlyAlone)
  return [
    '',
    ...results.map(row),
    '',
    ...broken.map(({ name }) => `FAILED ${name}`),
    ...onlyAlone.flatMap(({ name, error }) => [`PASSED ONLY ALONE ${name}`, indent(error)]),
    `${sum('passed')} passed, ${sum('failed')} failed, ${onlyAlone.length} passed only alone`,
  ].join('\n')
}

const indent = (error: string) => error.trim().split('\n').slice(0, 12).join('\n').replaceAll(/^/gm, '    ')
