/** A line that goes on beyond the limit. */
export class LineTooLong extends Error {}

const NEWLINE = '\n'

/**
 * Splits a stream into lines without their ends. Holds at most one piece and one line of `maxCharacters` in memory.
 *
 * @throws LineTooLong once an unfinished line exceeds the limit; one piece may hold a longer line
 * @throws Error of the stream
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>, maxCharacters: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let pendingLength = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split(NEWLINE)
    pendingLength += first.length
    if (pendingLength > maxCharacters) throw new LineTooLong()
    parts.push(first)
    for (const part of others) {
      yield parts.join('')
      parts = [part]
      pendingLength = part.length
    }
  }
  if (pendingLength > 0) yield parts.join('')
}
