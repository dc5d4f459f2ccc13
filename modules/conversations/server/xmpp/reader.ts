import { Element, unescapeXML } from 'ltx'
import { createLexer } from './lexer.ts'

export const STREAM_NS = 'http://etherx.jabber.org/streams'
const TAG_MAX_CHARS = 16 * 1024
const ATTRIBUTES_MAX = 64
const DEPTH_MAX = 64
/** Longer than any entity: `&#x10ffff;`. */
const ENTITY_MAX_CHARS = 12
/** Matches an `&` that begins no entity. */
const BARE_AMPERSAND = /&(?![^&;]{1,10};)/
/** Bounds of one stanza. */
const STANZA_MAX_CHARS = 1024 * 1024
const STANZA_MAX_ELEMENTS = 10_000

const TAG = /^<(\/?)([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/
const ATTRIBUTE = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

type Handlers = { onElement: (element: Element) => void; onEnd: () => void; onFault: (fault: string) => void }
type Tag = { name: string; attrs: Record<string, string>; isEnd: boolean; isSelfClosing: boolean }

/** @throws Error for a text that is no tag, or has an unknown entity: `&nope;` */
function readTag(text: string): Tag {
  const [whole, end, name = '', inner = '', slash] = TAG.exec(text) ?? []
  if (whole === undefined) throw new Error('no tag')
  const attrs: Record<string, string> = {}
  let count = 0
  for (const [, key = '', double, single] of inner.matchAll(ATTRIBUTE)) {
    if (++count > ATTRIBUTES_MAX) throw new Error('too many attributes')
    attrs[key] = unescapeXML(double ?? single ?? '')
  }
  return { name, attrs, isEnd: end === '/', isSelfClosing: slash === '/' }
}

/**
 * Cuts the text of an XML stream (RFC 6120 4) into the elements within it, in linear time. Forbidden content (11.1),
 * such as comments and declarations, is a fault. So is a stanza beyond the bounds. After a fault
 * nothing is read.
 *
 * Throws the errors of its handlers, and nothing else.
 */
export function createReader({ onElement, onEnd, onFault }: Handlers) {
  let stream: Element | null = null
  let open: Element[] = []
  /** Unescaped text of the open element so far, and the beginning of an entity that is not complete yet. */
  let texts: string[] = []
  let cutEntity = ''
  let chars = 0
  let elements = 0
  let isOver = false
  const lex = createLexer(TAG_MAX_CHARS, { onText: takeText, onTag: takeTag, onTooLong: () => fault('too long') })

  function fault(what: string): void {
    if (!isOver) onFault(what)
    isOver = true
  }

  /** Counts characters of the stanza; ends the stream if it is too large. True if the stream is over. */
  function countChars(more: number): boolean {
    chars += more
    if (chars > STANZA_MAX_CHARS) fault('too long')
    else if (elements > STANZA_MAX_ELEMENTS) fault('too many elements')
    return isOver
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
    // A stanza inherits the namespaces of the stream, which itself keeps no children.
    else element.parent = stream
    elements += 1
    if (open.push(element) > DEPTH_MAX) fault('too deep')
  }

  function finish(name: string): void {
    const element = open.pop()
    if (!element) {
      isOver = true
      onEnd()
    } else if (element.name !== name) fault(`${element.name} is not closed`)
    else if (open.length === 0) {
      chars = 0
      elements = 0
      onElement(element)
    }
  }

  /**
   * Unescapes text as it comes: a whole text at once may have a megabyte. Ignores text between stanzas, since servers
   * send whitespace as a keepalive.
   */
  function takeText(part: string): void {
    if (open.length === 0 || countChars(part.length)) return
    const text = cutEntity + part
    const start = text.lastIndexOf('&')
    const isCut = start !== -1 && text.length - start < ENTITY_MAX_CHARS && !text.includes(';', start)
    const end = isCut ? start : text.length
    cutEntity = text.slice(end)
    addText(text.slice(0, end))
  }

  /** Adds text up to its first fault, which is the same for any cuts. */
  function addText(text: string): void {
    const bare = text.search(BARE_AMPERSAND)
    try {
      if (text !== '') texts.push(unescapeXML(bare === -1 ? text : text.slice(0, bare)))
      if (bare !== -1) fault('no entity')
    } catch (error) {
      fault((error as Error).message.slice(0, 100))
    }
  }

  /** Appends the text before a tag to the open element, and reads the tag. */
  function addTextAndReadTag(text: string): Tag | null {
    try {
      if (texts.length > 0) open.at(-1)?.append(texts.join(''))
      return readTag(text)
    } catch (error) {
      fault((error as Error).message.slice(0, 100))
      return null
    } finally {
      texts = []
    }
  }

  function takeTag(text: string): void {
    if (!stream && text.startsWith('<?xml ')) return
    if (countChars(text.length)) return
    addText(cutEntity)
    cutEntity = ''
    if (isOver) return
    const tag = addTextAndReadTag(text)
    if (tag && !tag.isEnd) begin(tag)
    if (!isOver && (tag?.isEnd || tag?.isSelfClosing)) finish(tag.name)
  }

  return {
    isStream: (): boolean => stream !== null,
    write: (text: string): void => lex(text, () => isOver),
    /** Ignores all further bytes. */
    end(): void {
      isOver = true
      open = []
    },
  }
}
export type Reader = ReturnType<typeof createReader>
