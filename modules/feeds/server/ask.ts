import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { type Feed, type FeedRow, UnreadableFeed } from './feed.ts'
import { readFeed } from './read-feed.ts'

const ANSWER_MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 9_000
const NOT_MODIFIED = 304
const FIRST_BAD_STATUS = 400
const VERSION_MAX = 200
const ACCEPTED = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

/** Asks one feed for news only. If it can't be read, its last items are kept, with the reason. */
export async function askFeed({ url }: FeedRow, { net, signal }: Tools, known: Feed | undefined): Promise<Feed> {
  try {
    const { status, headers, body } = await net.request(url, {
      headers: {
        accept: ACCEPTED,
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.modified && { 'if-modified-since': known.modified }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
    })
    if (status === NOT_MODIFIED && known) return { ...known, error: null }
    if (status >= FIRST_BAD_STATUS) throw new SourceError(`It answered with an error (${status})`)
    const read = await readFeed(body, headers['content-type'] ?? '', url)
    return { ...read, url, error: null, ...versionOf(headers) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SourceError || error instanceof UnreadableFeed)) throw error
    return { ...(known ?? { url, name: '', items: [] }), error: error.message }
  }
}

/** Validators of an answer (ETag, Last-Modified), sent back unchanged. */
function versionOf({ etag = '', 'last-modified': modified = '' }: Readonly<Record<string, string>>) {
  const isFit = (text: string) => text !== '' && text.length <= VERSION_MAX && /^[\x20-\x7e]+$/.test(text)
  return { ...(isFit(etag) && { etag }), ...(isFit(modified) && { modified }) }
}
