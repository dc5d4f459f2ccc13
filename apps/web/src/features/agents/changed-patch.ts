/**
 * A merge patch without what it leaves as it was, so that it does not undo what somebody else changed meanwhile. Anything
 * but an object goes through as it is.
 */
export function changedPatch(before: Record<string, unknown>, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isSame = ([key, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(before[key])
  return Object.fromEntries(Object.entries(patch).filter((entry) => !isSame(entry)))
}
