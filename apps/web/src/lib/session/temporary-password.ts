import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Sets if the server refuses this session's calls until another password is set. */
export const setPasswordTemporary = flag.set
export const hasTemporaryPassword = flag.isSet
export const useTemporaryPassword = flag.use
