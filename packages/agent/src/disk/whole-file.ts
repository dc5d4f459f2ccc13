import fs from 'node:fs'
import path from 'node:path'

/** Calls of the file system; tests pass others that fail on demand. */
export type Disk = Pick<
  typeof fs,
  'closeSync' | 'fstatSync' | 'fsyncSync' | 'ftruncateSync' | 'mkdirSync' | 'openSync' | 'statSync'
> & {
  writeSync(handle: number, bytes: Buffer, offset: number): number
  renameSync(from: string, to: string): void
  rmSync(file: string, options: { force: true }): void
}

/** The disk has less than was written, without an error. */
class CutShort extends Error {
  readonly code = 'EIO'
}

/**
 * Replaces a file durably and as a whole; after a failure it stays as it was. Returns its size.
 *
 * @throws the system's error.
 */
export function writeWhole(file: string, content: string | Buffer, { disk = fs as Disk, mode = 0o600 } = {}): number {
  const bytes = Buffer.from(content)
  const fresh = writeBeside(file, bytes, disk, mode)
  try {
    disk.renameSync(fresh, file)
  } catch (error) {
    removeIfPossible(fresh, disk)
    throw error
  }
  syncFolder(path.dirname(file), disk)
  return bytes.length
}

/**
 * Checks that `bytes` more bytes fit on a file's disk: writes them, and removes them again.
 *
 * @throws the system's error if they don't.
 */
export function tryRoom(file: string, bytes: number, disk: Disk): void {
  disk.rmSync(writeBeside(file, Buffer.alloc(bytes), disk), { force: true })
}

/** Writes a new file that will replace this one. Returns its name. */
function writeBeside(file: string, bytes: Buffer, disk: Disk, mode = 0o600): string {
  const fresh = `${file}.new`
  try {
    // Leftovers of an earlier attempt must not be written through: they could be a link by now.
    disk.rmSync(fresh, { force: true })
    const handle = disk.openSync(fresh, 'wx', mode)
    try {
      writeAndSync(handle, bytes, bytes.length, disk)
    } finally {
      disk.closeSync(handle)
    }
    return fresh
  } catch (error) {
    removeIfPossible(fresh, disk)
    throw error
  }
}

/**
 * Writes all of `bytes` and waits until the disk has them; the file must then have `size` bytes.
 * @throws the system's error.
 */
export function writeAndSync(handle: number, bytes: Buffer, size: number, disk: Disk): void {
  for (let written = 0; written < bytes.length; ) written += disk.writeSync(handle, bytes, written)
  disk.fsyncSync(handle)
  if (disk.fstatSync(handle).size !== size) throw new CutShort('The disk did not take all of it')
}

function removeIfPossible(file: string, disk: Disk): void {
  try {
    disk.rmSync(file, { force: true })
  } catch {
    // The disk accepts no change; the caller reports its first error.
  }
}

/** Syncs a folder, so that new names in it survive a power cut: fsync of a file does not cover its name. */
function syncFolder(folder: string, disk: Disk): void {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return
  const handle = disk.openSync(folder, 'r')
  try {
    disk.fsyncSync(handle)
  } finally {
    disk.closeSync(handle)
  }
}
