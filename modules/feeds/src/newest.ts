import type { Config } from '@atalaya/module-sdk'
import type { Feed, FeedItem, FeedRow } from '../server/feed.ts'

/** An item with the name of its feed. */
export type ShownItem = FeedItem & { source: string }

/** Items of all feeds, newest first; those without a time come last. */
export function newestOf(feeds: readonly Feed[], { feeds: rows }: Config): ShownItem[] {
  const chosenNames = new Map((Array.isArray(rows) ? (rows as FeedRow[]) : []).map(({ url, name }) => [url, name]))
  const items = feeds.flatMap((feed) =>
    feed.items.map((item) => ({ ...item, source: chosenNames.get(feed.url) || feed.name || hostOf(feed.url) })),
  )
  return items.sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

/** Note about feeds with faults, with the reasons for the tooltip; null if all could be read. */
export function faultsOf(feeds: readonly Feed[]): { text: string; why: string } | null {
  const failed = feeds.filter(({ error }) => error !== null)
  if (failed.length === 0) return null
  const why = failed.map(({ name, url, error }) => `${name || hostOf(url)}: ${error}`).join('\n')
  return { text: failed.length === 1 ? '1 feed unread' : `${failed.length} feeds unread`, why }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
