/** Choices of `--update`: may the server replace this agent? */
export const UPDATE_MODES = ['never', 'signed', 'always'] as const
type UpdateMode = (typeof UPDATE_MODES)[number]
/** A mode, and the key that `signed` needs, as base64url. */
export type UpdateChoice = { mode: UpdateMode; key?: string | undefined }
