import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import type { TestRunRequest, TestRunResult } from './vitest-process.ts'

const PROGRAM = path.join(import.meta.dirname, 'vitest-process.ts')
const PRELOAD = path.join(import.meta.dirname, 'preload.mjs')

export type Tests = {
  /** Runs test files; null if they did not end within the limit. */
  run: (request: TestRunRequest, limitMs: number) => Promise<TestRunResult | null>
  stop: () => void
}

type TestOptions = { workers: number; bail: number; isolate?: boolean }

/** Vitest for one project in a copy of the product, kept for many runs. */
export function startTests(folder: string, project: string, { workers, bail, isolate = false }: TestOptions): Tests {
  let child: ChildProcess | null = null
  const start = () =>
    fork(PROGRAM, [project, String(workers), String(bail), isolate ? 'isolate' : ''], {
      cwd: folder,
      // A process group of its own, so that children of a hanging test end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Tries failed tests once more, as CI does, so that a busy machine counts as no noticed mutant.
      env: { ...process.env, CI: '1', NODE_OPTIONS: `--import=${PRELOAD}` },
    })
  const stop = () => {
    if (child?.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = null
  }
  return {
    run: async (request, limitMs) => {
      child ??= start()
      child.send(request)
      const ended = new AbortController()
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(Math.ceil(limitMs))])
      const result = once(child, 'message', { signal }).then(([message]) => message as TestRunResult)
      const exit = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('Vitest has ended by itself')))
      try {
        return await Promise.race([result, exit])
      } catch (error) {
        stop()
        if (signal.aborted) return null
        throw error
      } finally {
        ended.abort()
        await Promise.allSettled([result, exit])
      }
    },
    stop,
  }
}

/** Mutants that each test file reaches, and the file's time in seconds. Files that fail anyway are left out. */
export type Coverage = { files: Map<number, string[]>; seconds: Map<string, number>; failing: string[] }

/**
 * Runs tests with all mutants inactive, and each file by itself: otherwise only the first file would reach a module's
 * top level.
 *
 * @throws Error if they did not come to an end.
 */
export async function coverageOf(folder: string, project: string, files: string[], limitMs: number): Promise<Coverage> {
  const notes = mkdtempSync(path.join(tmpdir(), 'atalaya-mutants-reached-'))
  const reached = path.join(notes, 'reached.tsv')
  const tests = startTests(folder, project, { workers: availableParallelism(), bail: 0, isolate: true })
  try {
    const run = await tests.run({ files, env: { MUTANTS_REACHED: reached } }, limitMs)
    if (!run) throw new Error('The tests came to no end with no mutant on')
    const failing = run.results.filter(({ failedTest }) => failedTest !== null).map(({ file }) => file)
    const seconds = new Map(run.results.map((result) => [result.file, result.seconds]))
    const byMutant = new Map<number, string[]>()
    const lines = existsSync(reached) ? readFileSync(reached, 'utf8').trim().split('\n') : []
    for (const line of new Set(lines)) {
      const [number, absolute = ''] = line.split('\t')
      const file = path.relative(folder, absolute)
      const others = byMutant.get(Number(number)) ?? []
      if (!failing.includes(file)) byMutant.set(Number(number), [...others, file])
    }
    return { files: byMutant, seconds, failing }
  } finally {
    tests.stop()
    rmSync(notes, { recursive: true, force: true })
  }
}
