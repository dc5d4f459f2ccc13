/** A mutant that makes no difference, with a sentence on why. */
type Accepted = { file: string; from: string; to: string; because: string }

export const accepted: Accepted[] = []
