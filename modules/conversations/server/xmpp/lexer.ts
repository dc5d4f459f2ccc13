const QUOTED_OR_END = /["'>]/g
const CLOSING = { '"': /"/g, "'": /'/g }

type Handlers = { onText: (part: string) => void; onTag: (tag: string) => void; onTooLong: () => void }

/**
 * Cuts a text that comes in parts into tags, `<` to `>`, and the text between them. Each character is read once, for
 * any cuts; a quoted value may hold a `>`. `onText` may be called with one text in many parts.
 */
export function createLexer(tagMax: number, { onText, onTag, onTooLong }: Handlers) {
  let parts: string[] = []
  let length = 0
  let isTag = false
  /** Matches the next sign that matters: a quote or the tag's end, or within a value its closing quote. */
  let wanted: RegExp = QUOTED_OR_END

  /** End of the tag that continues at `from`. If it is not there yet: the text's end, and `isTag` stays. */
  function endOfTag(text: string, from: number): number {
    let at = from
    while (true) {
      wanted.lastIndex = at
      const found = wanted.exec(text)
      if (!found) return text.length
      at = found.index + 1
      const [sign] = found
      if (wanted !== QUOTED_OR_END) wanted = QUOTED_OR_END
      else if (sign === '>') break
      else wanted = CLOSING[sign as '"' | "'"]
    }
    isTag = false
    return at
  }

  function readTag(text: string, from: number): number {
    const end = endOfTag(text, from)
    length += end - from
    if (length > tagMax) {
      onTooLong()
      return text.length
    }
    parts.push(text.slice(from, end))
    if (isTag) return end
    const tag = parts.join('')
    parts = []
    length = 0
    onTag(tag)
    return end
  }

  function readText(text: string, from: number): number {
    const next = text.indexOf('<', from)
    const end = next === -1 ? text.length : next
    if (end > from) onText(text.slice(from, end))
    isTag = next !== -1
    return end
  }

  /** Reads on until the text ends, or `isOver` says that it was enough. */
  return (text: string, isOver: () => boolean): void => {
    for (let at = 0; at < text.length && !isOver(); ) at = isTag ? readTag(text, at) : readText(text, at)
  }
}
