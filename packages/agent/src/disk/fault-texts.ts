const FULL = "the machine's disk is full"
const MEMORY = 'the machine has no memory to spare'
const FOREIGN = 'the agent may not write into its folder'
const GONE = "the agent's folder is gone"
const FILES = 'too many files are open on the machine'

/** Faults of the machine, which any call can meet. */
const MACHINE_FAULTS: Record<string, string> = {
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
const FOLDER_FAULTS: Record<string, string> = {
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
export function faultText(error: unknown): string {
  return MACHINE_FAULTS[codeOf(error)] ?? messageOf(error)
}

/** Reason why the agent can't keep its state, for people. */
export function folderFaultText(error: unknown): string {
  return FOLDER_FAULTS[codeOf(error)] ?? faultText(error)
}
