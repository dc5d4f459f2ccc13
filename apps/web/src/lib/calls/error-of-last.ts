type Try = { submittedAt: number; error: Error | null }

/** Error of the newest of several mutations; null while it is pending, even if an earlier one failed. */
export const errorOfLast = (...tries: Try[]): Error | null =>
  tries.toSorted((a, b) => b.submittedAt - a.submittedAt)[0]?.error ?? null
