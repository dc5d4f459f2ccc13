import { definePoll, SourceError } from '@atalaya/module-sdk/server'
import { askFeed } from './server/ask.ts'
import type { Feed, FeedsConfig, FeedsData } from './server/feed.ts'

const INTERVAL_MS = 10 * 60_000
const TIMEOUT_MS = 30_000
/** Bound on the items of all feeds together: data have a bounded size. */
const ITEMS_MAX = 96

/** The key leaves out names, so that widgets with the same addresses share one upstream. */
export const source = definePoll<FeedsConfig, FeedsData>({
  intervalMs: INTERVAL_MS,
  timeoutMs: TIMEOUT_MS,
  key: ({ feeds = [] }) => feeds.map(({ url }) => url).toSorted(),
  missing: ({ feeds = [] }) => (feeds.length === 0 ? "Add feeds in this module's settings." : null),
  async fetch({ feeds: rows = [] }, tools, previous) {
    const known = new Map(previous?.feeds.map((feed) => [feed.url, feed]))
    const answers = await Promise.all(rows.map((row) => askFeed(row, tools, known.get(row.url))))
    const feeds = answers.map(({ feed }) => feed)
    const [first] = feeds
    if (first && feeds.every(({ error }) => error !== null)) {
      const retryAfterMs = Math.min(...answers.map(({ retryAfterMs = 0 }) => retryAfterMs))
      throw new SourceError(errorsOf(feeds), { retryAfterMs })
    }
    return { feeds: feeds.map((feed) => keepNewest(feed, Math.floor(ITEMS_MAX / feeds.length))) }
  },
})

const errorsOf = (feeds: Feed[]): string =>
  feeds.length === 1 ? (feeds[0]?.error ?? '') : `None of the ${feeds.length} feeds could be read`

function keepNewest(feed: Feed, max: number): Feed {
  const newest = feed.items.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return { ...feed, items: newest.slice(0, max) }
}
