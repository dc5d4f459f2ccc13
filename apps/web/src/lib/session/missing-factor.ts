import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Notes that the server refuses this session's calls until its account has a second factor. */
export const noteMissingFactor = flag.note
export const isFactorMissing = flag.has
export const useMissingFactor = flag.use
