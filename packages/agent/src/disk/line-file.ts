import fs, { constants } from 'node:fs'
import path from 'node:path'
import { readLastLines } from './bounded-file.ts'
import { type Disk, tryRoom, writeAndSync, writeWhole } from './whole-file.ts'

/**
 * File of lines with atomic writes: a rewrite or an append happens as a whole or not at all. Every write is checked. If
 * somebody cut the file or removed its folder, both are made again.
 */
export function createLineFile(file: string, disk: Disk = fs) {
  /** Expected size in bytes; null if nothing may be appended. */
  let size: number | null = null

  function replace(lines: string[]): void {
    size = null
    disk.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    size = writeWhole(file, lines.join(''), { disk })
  }

  function append(lines: string[], before: number): void {
    const bytes = Buffer.from(lines.join(''))
    size = null
    const handle = disk.openSync(file, constants.O_WRONLY | constants.O_APPEND)
    try {
      writeAndSync(handle, bytes, before + bytes.length, disk)
      size = before + bytes.length
    } catch (error) {
      size = cutBack(handle, before)
      throw error
    } finally {
      disk.closeSync(handle)
    }
  }

  /** Removes the rest of a failed write. Returns the size, or null if that failed, too. */
  function cutBack(handle: number, before: number): number | null {
    try {
      disk.ftruncateSync(handle, before)
      disk.fsyncSync(handle)
      return disk.fstatSync(handle).size === before ? before : null
    } catch {
      return null
    }
  }

  return {
    /**
     * Reads the last `maxBytes`. `isWhole` is false if a line was cut off.
     * @throws the system's error; a missing file has no lines.
     */
    read(maxBytes: number): { lines: string[]; isWhole: boolean } {
      const { size: found, ...content } = readLastLines(file, maxBytes)
      size = content.isWhole ? found : null
      return content
    },

    /** @throws the system's error; the file is then unchanged. */
    replace,

    /**
     * Appends lines. If the file was changed by others, it is rewritten with `all` lines.
     * @throws the system's error; the file is then unchanged.
     */
    add(lines: string[], all: () => string[]): void {
      const isAsLeft = size !== null && disk.statSync(file, { throwIfNoEntry: false })?.size === size
      if (size !== null && isAsLeft) append(lines, size)
      else replace(all())
    },

    /** @throws the system's error if the disk has no room for `bytes` more bytes. */
    tryRoom: (bytes: number): void => tryRoom(file, bytes, disk),

    size: (): number => size ?? 0,
  }
}
