type Try = { submittedAt: number; error: Error | null }

/** Of several mutations to one end: why the newest try failed. Null while it is on its way, whatever failed before. */
export const errorOfLast = (...tries: Try[]): Error | null =>
  tries.toSorted((a, b) => b.submittedAt - a.submittedAt)[0]?.error ?? null
