/**
 * Removes unchanged fields from a merge patch, so that it does not undo other users' changes. Returns anything but an
 * object unchanged.
 */
export function changedPatch(before: Record<string, unknown>, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isSame = ([key, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(before[key])
  return Object.fromEntries(Object.entries(patch).filter((entry) => !isSame(entry)))
}
