import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The server's own files in its folder: database with its log and older copies, lock, key. */
const OWN_FILE = /^(?:atalaya\.db|atalaya\.lock|secret\.key)(?:$|[.-])/
const PACKAGES = 'modules'

/** Permission bits: all of the owner, and all of everybody else. */
const OWNER = 0o700
const OTHERS = 0o077
/** Windows has access lists in place of these modes. */
const hasModes = process.platform !== 'win32'

/** Makes every file that this process creates private to its owner, including those of libraries. */
export function setPrivateUmask(): void {
  process.umask(OTHERS)
}

/**
 * Removes access by others from our files in the data folder; an older folder may be open to all. Leaves foreign files
 * alone.
 * @returns paths that others may still open: they have another owner, or the file system has no modes
 */
export function restrictDataFolder(folder: string): string[] {
  if (!hasModes || !existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => OWN_FILE.test(name) || name === PACKAGES)
  return names.map((name) => join(folder, name)).filter((path) => !restrict(path))
}

/** Warning for the administrator about files that stay open, in one line; null if there are none. */
export function warningAboutOpen(open: string[]): string | null {
  if (open.length === 0) return null
  return `Other accounts of this machine may read ${open.join(', ')}: the file system keeps no permissions, or they belong to somebody else. Set DATA_DIR to a folder of your own.`
}

/** True if only the owner has access now. A file that was just removed counts as restricted. */
function restrict(path: string): boolean {
  try {
    if ((modeOf(path) & OTHERS) === 0) return true
    chmodSync(path, modeOf(path) & OWNER)
    return (modeOf(path) & OTHERS) === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const modeOf = (path: string): number => statSync(path).mode
