/** Choices of `--update`: may the server replace this agent? */
export const UPDATE_WORDS = ['never', 'signed', 'always'] as const
type UpdateWord = (typeof UPDATE_WORDS)[number]
/** A word with the key that it may need, as base64url. */
export type UpdateChoice = { word: UpdateWord; key?: string | undefined }
