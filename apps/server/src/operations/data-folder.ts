import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the server keeps in its folder: the database with its log, its kept predecessors, its lock and the key. */
const OWN_FILE = /^(?:atalaya\.db|atalaya\.lock|secret\.key)(?:$|[.-])/
const PACKAGES = 'modules'

const OWNER = 0o700
const OTHERS = 0o077
/** Windows has lists in place of these modes. */
const hasModes = process.platform !== 'win32'

/** From now on whatever this process makes is for its owner alone, also what libraries make. */
export function makePrivateFiles(): void {
  process.umask(OTHERS)
}

/**
 * Takes from everybody but the owner what is ours in the data folder, for a folder that was there before us may be open
 * to all. Leaves alone what others have put there.
 * @returns what could not be closed: it belongs to somebody else, or its file system keeps no modes
 */
export function closeDataFolder(folder: string): string[] {
  if (!hasModes || !existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => OWN_FILE.test(name) || name === PACKAGES)
  return names.map((name) => join(folder, name)).filter((path) => !close(path))
}

/** One line for whoever runs the server about what stays open; null where nothing does. */
export function tellOpen(open: string[]): string | null {
  if (open.length === 0) return null
  return `Other accounts of this machine may read ${open.join(', ')}: the file system keeps no permissions, or they belong to somebody else. Set DATA_DIR to a folder of your own.`
}

/** Whether nobody but the owner gets at it now; one that has just gone is no matter. */
function close(path: string): boolean {
  try {
    if ((modeOf(path) & OTHERS) === 0) return true
    chmodSync(path, modeOf(path) & OWNER)
    return (modeOf(path) & OTHERS) === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const modeOf = (path: string): number => statSync(path).mode
