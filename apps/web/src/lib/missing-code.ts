const missing = new WeakSet<object>()

/** Says of a failure that a part of the program did not arrive. */
export function noteMissingCode(error: unknown): void {
  if (typeof error === 'object' && error !== null) missing.add(error)
}

/** Whether something failed because a part of the program did not arrive. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error)
