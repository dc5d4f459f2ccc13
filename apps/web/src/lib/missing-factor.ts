import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Notes whether the server takes nothing from this session before its account has a second factor. */
export const noteMissingFactor = flag.note
export const isFactorMissing = flag.has
export const useMissingFactor = flag.use
