import type { Broken, Counts } from './results.ts'

/** Maximum number of failures that are run again; more are no accident of a busy machine. */
export const ALONE_MAX = 10

/** Runs a step's failed tests once more by themselves: one worker, nothing else running. */
export type Rerun = (broken: Broken[]) => Promise<Counts>

/**
 * Runs failed tests once more by themselves. Tests that pass then count as passed and are listed. A failure without a
 * name stays one, and so do more than `ALONE_MAX` of them.
 */
export async function retryAlone(counted: Counts, rerun: Rerun | undefined): Promise<Counts & { onlyAlone: Broken[] }> {
  const { broken, failed, passed } = counted
  if (!rerun || broken.length === 0 || broken.length > ALONE_MAX || failed > broken.length) {
    return { ...counted, onlyAlone: [] }
  }
  const second = await rerun(broken)
  // Keeps the first result if the second run had a failure without a name, or no passed test.
  if (second.failed > second.broken.length || second.passed === 0) return { ...counted, onlyAlone: [] }
  const stillBroken = new Set(second.broken.map(({ name }) => name))
  const known = new Set(broken.map(({ name }) => name))
  const onlyAlone = broken.filter(({ name }) => !stillBroken.has(name))
  const newlyBroken = second.broken.filter(({ name }) => !known.has(name))
  const gained = onlyAlone.length - newlyBroken.length
  return {
    ...counted,
    onlyAlone,
    broken: [...broken.filter(({ name }) => stillBroken.has(name)), ...newlyBroken],
    failed: failed - gained,
    passed: passed + gained,
  }
}
