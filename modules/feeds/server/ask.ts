import { NOT_MODIFIED, newerThan, SourceError, type Tools, validatorsOf } from '@atalaya/module-sdk/server'
import { type Feed, type FeedRow, UnreadableFeed } from './feed.ts'
import { readFeed } from './read-feed.ts'

const ANSWER_MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 9_000
const FIRST_BAD_STATUS = 400
const ACCEPTED = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

/** A feed, and the wait in ms that its server asks for if it failed. */
type FeedAnswer = { feed: Feed; retryAfterMs?: number | undefined }

/** Fetches one feed by a conditional request. If it fails, its last items stay, with the reason. */
export async function askFeed(
  { url }: FeedRow,
  { net, signal }: Tools,
  previous: Feed | undefined,
): Promise<FeedAnswer> {
  try {
    const { status, headers, body, retryAfterMs } = await net.request(url, {
      headers: { accept: ACCEPTED, ...newerThan(previous) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
    })
    if (status === NOT_MODIFIED && previous) return { feed: { ...previous, error: null } }
    if (status >= FIRST_BAD_STATUS) throw new SourceError(`It answered with an error (${status})`, { retryAfterMs })
    const read = await readFeed(body, headers['content-type'] ?? '', url)
    return { feed: { ...read, url, error: null, ...validatorsOf({ headers }) } }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof SourceError || error instanceof UnreadableFeed)) throw error
    const feed = { ...(previous ?? { url, name: '', items: [] }), error: error.message }
    return { feed, retryAfterMs: error instanceof SourceError ? error.retryAfterMs : undefined }
  }
}
