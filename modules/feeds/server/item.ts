import type { FeedItem } from './feed.ts'
import { plainText } from './plain-text.ts'

const TITLE_MAX = 140
const SUMMARY_MAX = 180
const URL_MAX = 400
const DATE_MAX = 60

/** An item as its feed has it: texts may hold HTML. */
export type RawItem = { title: string; link: string; date: string; summary: string }

/** An item as shown; null if it has no text. */
export function toItem({ title, link, date, summary }: RawItem, base: string): FeedItem | null {
  const short = plainText(summary, SUMMARY_MAX)
  const name = plainText(title, TITLE_MAX)
  if (name === '' && short === '') return null
  return {
    title: name || short,
    url: addressOf(link.trim(), base),
    at: timeOf(date),
    summary: name === '' ? '' : short,
  }
}

/** Resolves an address, which may be relative to that of the feed. */
function addressOf(link: string, base: string): string | null {
  if (link === '' || !URL.canParse(link, base)) return null
  const { protocol, href } = new URL(link, base)
  return /^https?:$/.test(protocol) && href.length <= URL_MAX ? href : null
}

function timeOf(date: string): number | null {
  const at = Date.parse(date.trim().slice(0, DATE_MAX))
  return Number.isFinite(at) && at > 0 ? at : null
}
