const LINE_END = 10
const LINE_MAX_BYTES = 16 * 1024

type Handlers = {
  /** Returns the number of binary bytes that follow this line, 0 for most. */
  onLine: (line: string) => number
  onBinary: (bytes: Buffer) => void
  onTooLong: () => void
}

/**
 * Cuts the bytes of an MPD into lines and announced binary parts. Each byte is looked at once, in chunks of any size.
 */
export function createMpdReader({ onLine, onBinary, onTooLong }: Handlers) {
  let parts: Buffer[] = []
  let length = 0
  /** Bytes left of the announced part, including the line end after it. 0 while lines are read. */
  let left = 0
  let isOver = false

  function take(): Buffer {
    const whole = Buffer.concat(parts)
    parts = []
    length = 0
    return whole
  }

  function keep(bytes: Buffer): void {
    parts.push(bytes)
    length += bytes.length
  }

  function readBinary(chunk: Buffer, from: number): number {
    const end = Math.min(chunk.length, from + left)
    keep(chunk.subarray(from, end))
    left -= end - from
    if (left === 0) onBinary(take().subarray(0, -1))
    return end
  }

  function readLine(chunk: Buffer, from: number): number {
    const found = chunk.indexOf(LINE_END, from)
    const end = found === -1 ? chunk.length : found
    keep(chunk.subarray(from, end))
    if (length > LINE_MAX_BYTES) {
      isOver = true
      onTooLong()
    } else if (found !== -1) {
      const announced = onLine(take().toString('utf8'))
      left = announced > 0 ? announced + 1 : 0
    }
    return end + 1
  }

  return {
    write(chunk: Buffer): void {
      for (let at = 0; at < chunk.length && !isOver; ) at = left > 0 ? readBinary(chunk, at) : readLine(chunk, at)
    },
    /** Ignores all further bytes. */
    end(): void {
      isOver = true
      parts = []
    },
  }
}
