const FULL = "the machine's disk is full"
const MEMORY = 'the machine has no memory to spare'
const FOREIGN = 'the agent may not write into its folder'
const GONE = "the agent's folder is gone"
const FILES = 'too many files are open on the machine'

/** Faults of the machine, which any call can meet. */
const OF_MACHINE: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EROFS: "the machine's disk can only be read",
  EIO: "the machine's disk does not work",
  ENOMEM: MEMORY,
  EAGAIN: MEMORY,
  EMFILE: FILES,
  ENFILE: FILES,
}
/** Faults of the folder in which the agent keeps its state. */
const OF_FOLDER: Record<string, string> = {
  EACCES: FOREIGN,
  EPERM: FOREIGN,
  // A file of another kind in its place counts as missing.
  ENOENT: GONE,
  ENOTDIR: GONE,
  EEXIST: GONE,
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? ''
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Reason of a failure, for people. */
export function inWords(error: unknown): string {
  return OF_MACHINE[codeOf(error)] ?? messageOf(error)
}

/** Reason why the agent can't keep its state, for people. */
export function folderInWords(error: unknown): string {
  return OF_FOLDER[codeOf(error)] ?? inWords(error)
}
