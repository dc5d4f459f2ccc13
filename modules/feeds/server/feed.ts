export type FeedRow = { url: string; name?: string }
export type FeedsConfig = { feeds?: FeedRow[] }

export type FeedItem = {
  title: string
  /** An address of the web; null if the item names none. */
  url: string | null
  /** In ms since 1970; null if the item has no time. */
  at: number | null
  summary: string
}

/** Name and items of a feed. */
export type ReadFeed = { name: string; items: FeedItem[] }

/** Stored feed. `error` is the reason if the last read failed; the items are then those of an earlier read. */
export type Feed = ReadFeed & { url: string; error: string | null; etag?: string; modified?: string }
export type FeedsData = { feeds: Feed[] }

/** Error for an answer that is no readable feed; the message is for people. */
export class UnreadableFeed extends Error {}
