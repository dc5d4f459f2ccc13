/** A mutant that makes no difference, with a sentence on why. */
export type Accepted = {
  file: string
  from: string
  to: string
  because: string
  /** Number of identical places before it in the file. */
  before?: number
}
