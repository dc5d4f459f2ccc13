import { parseJson } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import { type ReadFeed, UnreadableFeed } from './feed.ts'
import { toItem } from './item.ts'
import { plainText } from './plain-text.ts'
import { readXml } from './read-xml.ts'

const NAME_MAX = 60
const ITEMS_MAX = 60
const TEXT_MAX = 2_000
/** The declaration of an encoding stands at the beginning. */
const HEAD_BYTES = 200

const text = z
  .string()
  .transform((value) => value.slice(0, TEXT_MAX))
  .catch('')
const jsonItem = z.object({
  title: text,
  url: text,
  date_published: text,
  summary: text,
  content_text: text,
  content_html: text,
})
const jsonFeed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  title: text,
  items: z.array(z.unknown()).transform((items) => items.slice(0, ITEMS_MAX)),
})

/**
 * Reads RSS, Atom or JSON Feed (jsonfeed.org). `type` is its content type, `base` its address.
 * @throws UnreadableFeed
 */
export async function readFeed(body: Buffer, type: string, base: string): Promise<ReadFeed> {
  const content = decodeFeed(body, type).trimStart()
  return content.startsWith('{') ? readJsonFeed(content, base) : readXml(content, base)
}

function readJsonFeed(content: string, base: string): ReadFeed {
  const { data } = jsonFeed.safeParse(parseContent(content))
  if (!data) throw new UnreadableFeed('This is not a feed')
  const items = data.items.flatMap((raw) => {
    const item = jsonItem.safeParse(raw).data
    if (!item) return []
    const { title, url: link, date_published: date, summary, content_text, content_html } = item
    return toItem({ title, link, date, summary: summary || content_text || content_html }, base) ?? []
  })
  return { name: plainText(data.title, NAME_MAX), items }
}

function parseContent(content: string): unknown {
  try {
    return parseJson(content)
  } catch (error) {
    throw new UnreadableFeed('This is not a feed', { cause: error })
  }
}

/** Decodes a feed by its byte order mark, else by the XML declaration, else by its HTTP header. UTF-8 otherwise. */
function decodeFeed(body: Buffer, type: string): string {
  const head = body.toString('latin1', 0, HEAD_BYTES)
  const mark = /^(?:\xff\xfe|\xfe\xff)/.exec(head)?.[0]
  const [, declared] = /^[^<]*<\?xml [^>]{0,100}encoding=["']([\w-]{1,30})["']/.exec(head) ?? []
  const [, declaredType] = /charset="?([\w-]{1,30})/i.exec(type.slice(0, HEAD_BYTES)) ?? []
  const marked = mark && (mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be')
  return decoderOf(marked ?? declared ?? declaredType).decode(body)
}

function decoderOf(encoding = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}
