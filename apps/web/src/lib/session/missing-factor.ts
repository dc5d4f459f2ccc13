import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Sets if the server refuses this session's calls until its account has a second factor. */
export const setFactorMissing = flag.set
export const isFactorMissing = flag.isSet
export const useMissingFactor = flag.use
