import { Element, unescapeXML } from 'ltx'

export const STREAM_NS = 'http://etherx.jabber.org/streams'
const TAG_MAX_CHARS = 16 * 1024
const ELEMENT_MAX_CHARS = 2 * 1024 * 1024
const DEPTH_MAX = 64

const TAG = /^<(\/?)([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/
const ATTRIBUTE = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

type Handlers = { onElement: (element: Element) => void; onEnd: () => void; onFault: (fault: string) => void }
type Tag = { name: string; attrs: Record<string, string>; isEnd: boolean; isWhole: boolean }

function readTag(text: string): Tag | null {
  const [whole, end, name = '', inner = '', slash] = TAG.exec(text) ?? []
  if (whole === undefined) return null
  const attrs: Record<string, string> = {}
  for (const [, key = '', double, single] of inner.matchAll(ATTRIBUTE)) attrs[key] = unescapeXML(double ?? single ?? '')
  return { name, attrs, isEnd: end === '/', isWhole: slash === '/' }
}

const QUOTED_OR_END = /["'>]/g
const CLOSING = { '"': /"/g, "'": /'/g }

/** Finds where the tag at the start of a text ends, which comes in parts; a value in quotes may hold a `>`. */
function createTagEnd() {
  let wanted: RegExp = QUOTED_OR_END
  let from = 0
  /** -1 where the end has not come yet. */
  return (text: string): number => {
    for (;;) {
      wanted.lastIndex = from
      const found = wanted.exec(text)
      from = found ? found.index + 1 : text.length
      if (!found) return -1
      const [sign] = found
      if (sign === '>' && wanted === QUOTED_OR_END) break
      wanted = wanted === QUOTED_OR_END ? CLOSING[sign as '"' | "'"] : QUOTED_OR_END
    }
    const end = from
    from = 0
    return end
  }
}

/**
 * Cuts the text of an XML stream (RFC 6120 4) into the elements within it, in time that grows with its length only. What
 * a stream may not hold (11.1), as comments and declarations, is a fault; after a fault nothing is read.
 */
export function createReader({ onElement, onEnd, onFault }: Handlers) {
  const findEnd = createTagEnd()
  let stream: Element | null = null
  let open: Element[] = []
  let texts: string[] = []
  let rest = ''
  let pending = 0
  let isOver = false

  function fault(what: string): void {
    if (!isOver) onFault(what)
    isOver = true
  }

  function begin({ name, attrs }: Tag): void {
    const element = new Element(name, attrs)
    if (!stream) {
      stream = element
      if (!element.is('stream', STREAM_NS)) fault('no stream')
      return
    }
    const parent = open.at(-1)
    if (parent) parent.append(element)
    // What stands in the stream inherits its names; the stream itself keeps no children.
    else element.parent = stream
    if (open.push(element) > DEPTH_MAX) fault('too deep')
  }

  function finish(name: string): void {
    const element = open.pop()
    if (!element) {
      isOver = true
      onEnd()
    } else if (element.name !== name) fault(`${element.name} is not closed`)
    else if (open.length === 0) {
      pending = 0
      onElement(element)
    }
  }

  function takeTag(text: string): void {
    open.at(-1)?.append(...(texts.length > 0 ? [unescapeXML(texts.join(''))] : []))
    texts = []
    if (!stream && text.startsWith('<?xml ')) return
    const tag = readTag(text)
    if (!tag) fault('no tag')
    else if (!tag.isEnd) begin(tag)
    if (!isOver && (tag?.isEnd || tag?.isWhole)) finish(tag.name)
  }

  /** Takes a text up to the next tag, or a tag; false where more must come first. */
  function step(): boolean {
    if (rest[0] !== '<') {
      const next = rest.indexOf('<')
      texts.push(next === -1 ? rest : rest.slice(0, next))
      rest = next === -1 ? '' : rest.slice(next)
      return rest !== ''
    }
    const end = findEnd(rest)
    if (end === -1) return false
    const text = rest.slice(0, end)
    rest = rest.slice(end)
    takeTag(text)
    return rest !== ''
  }

  return {
    isStream: (): boolean => stream !== null,
    write(text: string): void {
      if (isOver || text === '') return
      pending += text.length
      rest += text
      while (!isOver && step());
      if (pending > ELEMENT_MAX_CHARS || rest.length > TAG_MAX_CHARS) fault('too long')
    },
    /** Whatever is written from now on is not read. */
    end(): void {
      isOver = true
      open = []
    },
  }
}
export type Reader = ReturnType<typeof createReader>
