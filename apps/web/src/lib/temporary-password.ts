import { createFlag } from '#web/lib/flag.ts'

const flag = createFlag()

/** Notes whether the server takes nothing from this session but another password. */
export const noteTemporaryPassword = flag.note
export const hasTemporaryPassword = flag.has
export const useTemporaryPassword = flag.use
