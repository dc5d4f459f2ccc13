import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Name of an unfinished file, with the id of the writing process. No name that a person chooses looks like it. */
const PART = /^\.atalaya-backup-(\d+)-[0-9a-f]{16}\.part$/
const partName = () => `.atalaya-backup-${process.pid}-${randomBytes(8).toString('hex')}.part`

/** Names of the unfinished files that this process is writing. */
const ownParts = new Set<string>()

/** The file exists already. */
export class FileExists extends Error {}

/**
 * Writes a file atomically: it gets its name once it is whole and on the disk. `write` fills and syncs a temporary
 * file beside it. Leftovers of killed processes are removed first.
 *
 * @throws FileExists, errors of the file system, and those of `write`
 */
export async function writeWhole<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const folder = dirname(file)
  refuseExisting(file)
  await removeLeftovers(folder)
  const name = partName()
  const part = join(folder, name)
  ownParts.add(name)
  try {
    const written = await write(part)
    // Another process may have been quicker. The gap between this check and the rename is tiny. A hard link would close
    // it, but some file systems of memory sticks and network shares have none.
    refuseExisting(file)
    await rename(part, file)
    await syncFolder(folder)
    return written
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    ownParts.delete(name)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new FileExists(`${file} exists already; choose another name`)
}

async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(names.filter(isLeftover).map((name) => rm(join(folder, name), { force: true })))
}

/**
 * True if no process writes the file any more. In a container process ids start from 1 again, so its name may have
 * the id of this process.
 */
function isLeftover(name: string): boolean {
  const pid = Number(PART.exec(name)?.[1])
  if (!pid) return false
  return pid === process.pid ? !ownParts.has(name) : !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Makes the file's name survive a power cut. Windows has no such call, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
