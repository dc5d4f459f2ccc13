/** Files of one package, at most. */
export const FILES_MAX = 500
/** Bytes of one file, at most. */
const FILE_MAX = 5 * 1024 * 1024
/** Bytes of all files together, at most. */
export const UNPACKED_MAX = 20 * 1024 * 1024

const MiB = 1024 * 1024
const PATH_MAX = 200

/** Package error; the message has the reason, for people. */
export class PackageError extends Error {}

/** The files of a package by their path inside it. */
export type Files = ReadonlyMap<string, Buffer>

/**
 * Reason why a path can't be that of a file in a package; null if it can. Plain names only: none that leaves the folder
 * on any system, hides, or means two things.
 */
export function faultOfPath(path: string): string | null {
  if (path === '' || path.length > PATH_MAX) return `must have 1 to ${PATH_MAX} characters`
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'must not be absolute'
  if (path.split(/[/\\]/).includes('..')) return 'must not leave the package'
  const isPlain = path.split('/').every((name) => /^[\w@+-][\w@+. -]*$/.test(name) && !/[. ]$/.test(name))
  return isPlain ? null : 'must be made of plain names'
}

/** Gathers the files of a package within the limits, from any archive. */
export function createCollector() {
  const files = new Map<string, Buffer>()
  const taken = new Set<string>()
  let unpacked = 0

  /** Checks an entry before it is read, and counts it. `size` is the size that the archive claims. */
  function reserve(path: string, size: number): void {
    const fault = faultOfPath(path)
    if (fault)
      throw new PackageError(`The archive holds a path that ${fault}: ${JSON.stringify(path.slice(0, PATH_MAX))}`)
    const key = path.toLowerCase()
    if (taken.has(key)) throw new PackageError(`The archive holds ${path} twice`)
    taken.add(key)
    if (taken.size > FILES_MAX) throw new PackageError(`The archive holds more than ${FILES_MAX} files`)
    count(path, size)
  }

  function count(path: string, size: number): void {
    if (size > FILE_MAX) throw new PackageError(`${path} is larger than ${FILE_MAX / MiB} MiB`)
    unpacked += size
    if (unpacked > UNPACKED_MAX) throw new PackageError(`The archive unpacks to more than ${UNPACKED_MAX / MiB} MiB`)
  }

  return {
    reserve,
    add(path: string, content: Buffer): void {
      files.set(path, content)
    },
    /** All files; those of an archive with a single folder at its top, as `npm pack` makes it, without that folder. */
    files: (): Files => withoutTopFolder(files),
  }
}

function withoutTopFolder(files: Files): Files {
  const tops = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [top = ''] = tops
  if (tops.size !== 1 || top === '') return files
  return new Map([...files].map(([path, content]) => [path.slice(top.length), content]))
}
