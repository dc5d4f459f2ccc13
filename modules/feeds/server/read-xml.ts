import { Parser } from 'htmlparser2'
import { type FeedItem, type ReadFeed, UnreadableFeed } from './feed.ts'
import { type RawItem, toItem } from './item.ts'
import { plainText } from './plain-text.ts'

const NAME_MAX = 60
const ITEMS_MAX = 60
const DEPTH_MAX = 64
/** Far above the namespaces that a feed declares. An element with many is slow: its attributes are one object. */
const ATTRIBUTES_MAX = 100
/** Bound of one text, far above the length that is shown. */
const TEXT_MAX = 2_000
/** Characters that are parsed before the event loop does other work. */
const PORTION = 16 * 1024
/** Characters in which the first element begins. Comments and a declaration come before it. */
const PROLOG_MAX = 64 * 1024

const ROOTS = new Set(['rss', 'rdf:RDF', 'feed'])
const ITEMS = new Set(['item', 'entry'])
/** Elements of an item's parts in RSS, RDF and Atom. If there are several, the first in this order counts. */
const PARTS: Record<keyof RawItem, readonly string[]> = {
  title: ['title'],
  link: ['link', 'guid'],
  date: ['published', 'pubDate', 'dc:date', 'updated'],
  summary: ['description', 'summary', 'content', 'content:encoded'],
}
const WANTED = new Set(Object.values(PARTS).flat())

/**
 * Reads RSS 0.9x to 2.0, RSS 1.0 (RDF) or Atom in portions. Documents with a DTD are refused before they are parsed, so
 * that none can declare entities.
 * @throws UnreadableFeed
 */
export async function readXml(text: string, base: string): Promise<ReadFeed> {
  checkProlog(text)
  const feed = createFeedReader(base)
  const parser = new Parser(feed.handler, { xmlMode: true, decodeEntities: true })
  for (let at = 0; at < text.length && !feed.isFull(); at += PORTION) {
    parser.write(text.slice(at, at + PORTION))
    await new Promise(setImmediate)
  }
  return feed.end()
}

function checkProlog(text: string): void {
  const head = text.slice(0, PROLOG_MAX)
  const root = head.search(/<[a-z]/i)
  const prolog = root < 0 ? head : head.slice(0, root)
  const isPage = /<!doctype\s+html/i.test(prolog) || /^<html/i.test(head.slice(root, root + 5))
  if (isPage) throw new UnreadableFeed('This is a web page, not a feed')
  if (/<!doctype|<!entity/i.test(prolog)) throw new UnreadableFeed('The feed has a DTD, which is not read')
  if (root < 0) throw new UnreadableFeed('This is not a feed')
}

/** @throws UnreadableFeed for an element where a feed has none */
function checkElement(element: string, depth: number): void {
  if (depth === 0 && !ROOTS.has(element)) throw new UnreadableFeed('This is not a feed')
  if (depth >= DEPTH_MAX) throw new UnreadableFeed('The feed is nested too deeply')
}

function createFeedReader(base: string) {
  const path: string[] = []
  const items: FeedItem[] = []
  let name = ''
  /** The texts of the item that is read, by their elements. */
  let item: Map<string, string> | null = null
  /** The element whose text is read, and how deep it is. */
  let field: { name: string; depth: number; text: string } | null = null

  function openPart(element: string, { href, rel = 'alternate', isPermaLink }: Record<string, string>): void {
    if (!WANTED.has(element) || (element === 'guid' && isPermaLink === 'false')) return
    if (element === 'link' && href !== undefined) {
      if (rel === 'alternate' && item && !item.has('link')) item.set('link', href.slice(0, TEXT_MAX))
      return
    }
    field = { name: element, depth: path.length, text: '' }
  }

  function closePart({ name: element, text }: { name: string; text: string }): void {
    if (item === null) name ||= plainText(text, NAME_MAX)
    else if (!item.get(element)?.trim()) item.set(element, text)
  }

  function closeItem(parts: Map<string, string>): void {
    const textOf = (part: keyof RawItem) =>
      PARTS[part].map((element) => parts.get(element)).find((text) => text?.trim()) ?? ''
    const raw = { title: textOf('title'), link: textOf('link'), date: textOf('date'), summary: textOf('summary') }
    const feedItem = toItem(raw, base)
    if (feedItem) items.push(feedItem)
  }

  let attributes = 0

  const isItem = (element: string | undefined) => element !== undefined && ITEMS.has(element)
  const isFull = () => items.length >= ITEMS_MAX

  return {
    isFull,
    handler: {
      onattribute() {
        attributes += 1
        if (attributes > ATTRIBUTES_MAX) throw new UnreadableFeed('The feed has too many attributes')
      },
      onopentag(element: string, ownAttributes: Record<string, string>) {
        attributes = 0
        checkElement(element, path.length)
        const parent = path.at(-1)
        path.push(element)
        if (isFull() || field) return
        if (item === null && isItem(element)) item = new Map()
        else if (isItem(parent)) openPart(element, ownAttributes)
        else if (element === 'title' && (parent === 'channel' || parent === 'feed')) openPart(element, {})
      },
      ontext(part: string) {
        if (field && field.text.length < TEXT_MAX) field.text += part.slice(0, TEXT_MAX)
      },
      onclosetag(element: string) {
        if (field?.depth === path.length) {
          closePart(field)
          field = null
        }
        path.pop()
        if (item === null || !isItem(element) || path.some(isItem)) return
        closeItem(item)
        item = null
      },
    },
    end(): ReadFeed {
      if (path.length === 0 && items.length === 0 && name === '') {
        throw new UnreadableFeed('This is not a feed')
      }
      return { name, items }
    },
  }
}
