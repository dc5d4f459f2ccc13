import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PRELOAD = path.join(import.meta.dirname, 'preload.mjs')
const KILL_AFTER_MS = 5_000

export type Run = { isGreen: boolean; isTimedOut: boolean; failed: string | null }
type Report = {
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}
type Invocation = { folder: string; project: string; files: string[]; limitMs: number }
type Settings = { env: Record<string, string>; args: string[]; report: string }

async function runTests(
  { folder, project, files, limitMs }: Invocation,
  { env, args: further, report }: Settings,
): Promise<Run> {
  const args = [
    ...[path.join(folder, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--project', project],
    ...[...further, '--reporter=json', `--outputFile=${report}`],
  ]
  const NODE_OPTIONS = `--import=${PRELOAD}`
  // A group of its own, so that whatever a hanging test has started ends with it.
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, NODE_OPTIONS },
    stdio: 'ignore',
    detached: true,
  })
  let isTimedOut = false
  const stop = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal)
  const timer = setTimeout(() => {
    isTimedOut = true
    stop('SIGTERM')
    setTimeout(() => child.exitCode === null && stop('SIGKILL'), KILL_AFTER_MS).unref()
  }, limitMs)
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  clearTimeout(timer)
  return { isGreen: code === 0, isTimedOut, failed: existsSync(report) ? firstFailed(read(report)) : null }
}

const read = (report: string) => JSON.parse(readFileSync(report, 'utf8')) as Report

/** Files that were not run because another one failed before count as failed, too: they have no failed test. */
function firstFailed({ testResults }: Report): string | null {
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map((one) => ({ name, test: one.fullName.trim() })),
  )
  const [first] = failed
  return first ? `${path.basename(first.name)}: ${first.test}` : null
}

async function withReport<T>(work: (report: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-mutants-report-'))
  return work(path.join(folder, 'report.json')).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Runs test files while a mutant is on, up to the first that fails. */
export const runWith = (mutant: number, invocation: Invocation): Promise<Run> =>
  withReport((report) =>
    runTests(invocation, { env: { MUTANT: String(mutant) }, args: ['--bail=1', '--maxWorkers=1'], report }),
  )

/** Which test files reach which mutants, and how many seconds each file takes; files that fail anyway are left out. */
export type Reach = { files: Map<number, string[]>; seconds: Map<string, number>; red: string[] }

/** Runs tests with all mutants asleep. @throws Error where they did not come to an end. */
export const reachOf = (invocation: Invocation): Promise<Reach> =>
  withReport(async (report) => {
    const reached = path.join(path.dirname(report), 'reached.tsv')
    const { isTimedOut } = await runTests(invocation, { env: { MUTANTS_REACHED: reached }, args: [], report })
    if (isTimedOut || !existsSync(report)) throw new Error('The tests came to no end with no mutant on')
    const nameOf = (file: string) => path.relative(invocation.folder, file)
    const results = read(report).testResults
    const red = results.filter(({ status }) => status === 'failed').map(({ name }) => nameOf(name))
    const files = new Map<number, string[]>()
    const lines = existsSync(reached) ? readFileSync(reached, 'utf8').trim().split('\n') : []
    for (const line of new Set(lines)) {
      const [number, file = ''] = line.split('\t')
      const others = files.get(Number(number)) ?? []
      if (!red.includes(nameOf(file))) files.set(Number(number), [...others, nameOf(file)])
    }
    const seconds = results.map(({ name, startTime, endTime }) => [nameOf(name), (endTime - startTime) / 1000] as const)
    return { files, seconds: new Map(seconds), red }
  })
