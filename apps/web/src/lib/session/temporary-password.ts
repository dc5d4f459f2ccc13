import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Notes that the server refuses this session's calls until another password is set. */
export const noteTemporaryPassword = flag.note
export const hasTemporaryPassword = flag.has
export const useTemporaryPassword = flag.use
