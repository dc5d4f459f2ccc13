import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** A file can't be used as it is; the message ends a sentence that begins with its name. */
class UnusableFile extends Error {}

type SmallFile = { stats: Stats; text: string }

/**
 * Text and `stat` of a small regular file, both of one open file. A link is refused: its owner decides where it
 * leads.
 *
 * @throws UnusableFile, or the system's error.
 */
export function readSmallFile(file: string, maxBytes: number): SmallFile {
  // Without O_NONBLOCK, a pipe by that name would block for ever. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  return withFile(file, flags, (handle) => {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw new UnusableFile('it is no regular file')
    const text = readAll(handle, maxBytes).toString()
    return { stats, text }
  })
}

/**
 * Text of a small file, pipe or device.
 *
 * @throws UnusableFile, or the system's error.
 */
export function readSmallText(file: string, maxBytes: number): string {
  return withFile(file, constants.O_RDONLY, (handle) => readAll(handle, maxBytes).toString())
}

type LastLines = { lines: string[]; isWhole: boolean; size: number }

/**
 * Whole lines among the last `maxBytes` of a file, and the file's size. `isWhole` is false if the last line was cut
 * off. No lines if there is no file.
 */
export function readLastLines(file: string, maxBytes: number): LastLines {
  try {
    return withFile(file, constants.O_RDONLY, (handle) => {
      const { size } = fstatSync(handle)
      const start = Math.max(0, size - maxBytes)
      const lines = fill(handle, Buffer.alloc(size - start), start)
        .toString()
        .split('\n')
      // After the last whole line there is nothing, or the beginning of a cut-off write.
      const rest = lines.pop()
      return { lines: lines.slice(start > 0 ? 1 : 0).filter((line) => line !== ''), isWhole: rest === '', size }
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: [], isWhole: true, size: 0 }
    throw error
  }
}

function withFile<T>(file: string, flags: number, work: (handle: number) => T): T {
  const handle = openSync(file, flags)
  try {
    return work(handle)
  } finally {
    closeSync(handle)
  }
}

function readAll(handle: number, maxBytes: number): Buffer {
  const bytes = fill(handle, Buffer.alloc(maxBytes + 1), null)
  if (bytes.length > maxBytes) throw new UnusableFile(`it has more than ${maxBytes} bytes`)
  return bytes
}

/** Fills the buffer until the file ends: from `start` on, or from the position of a pipe. */
function fill(handle: number, buffer: Buffer, start: number | null): Buffer {
  let filled = 0
  let count = -1
  while (filled < buffer.length && count !== 0) {
    count = readSync(handle, buffer, filled, buffer.length - filled, start === null ? null : start + filled)
    filled += count
  }
  return buffer.subarray(0, filled)
}
