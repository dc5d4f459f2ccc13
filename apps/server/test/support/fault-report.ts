import { inject, type TestContext } from 'vitest'
import './provided.ts'

/** One row of docs/reliability.md: the fault, the expectation, and the measured result. */
export type FaultRow = { section: string; fault: string; expected: string; measured: string; database: string }

declare module 'vitest' {
  interface TaskMeta {
    faults?: FaultRow[]
  }
}

/** Adds a row to the report of this run (`npm run test:faults` writes the page from it). */
export function reportFault(
  { task }: Pick<TestContext, 'task'>,
  row: Pick<FaultRow, 'fault' | 'expected' | 'measured'>,
  section = 'Faults',
): void {
  // Faults that need no database are reported under SQLite.
  const database = (inject('database') ?? 'sqlite') === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  task.meta.faults = [...(task.meta.faults ?? []), { section, ...row, database }]
}

/** Returns a function that returns the time passed in ms. For reports only: no test depends on it. */
export function stopwatch(): () => number {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}

/** Milliseconds as text in seconds: `3.4 s`, and from ten on `12 s`. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`

/** Median, or the upper of the two middle values. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
