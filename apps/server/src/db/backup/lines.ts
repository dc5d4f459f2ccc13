/** A line that goes on beyond the limit. */
export class LineTooLong extends Error {}

const END = '\n'

/**
 * Splits a stream into lines without their ends. Holds at most one piece and one line of `maxCharacters` in memory.
 *
 * @throws LineTooLong, and errors of the stream
 */
export async function* linesOf(pieces: AsyncIterable<Buffer>, maxCharacters: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let held = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split(END)
    held += first.length
    if (held > maxCharacters) throw new LineTooLong()
    parts.push(first)
    for (const part of others) {
      yield parts.join('')
      parts = [part]
      held = part.length
    }
  }
  if (held > 0) yield parts.join('')
}
