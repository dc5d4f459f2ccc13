import type { Page } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'

const inOrder = (a: Page, b: Page) => a.order - b.order

/** The list with this page in it; a copy older than the one that is known changes nothing. */
export function withPage(pages: readonly Page[], page: Page): Page[] {
  const known = pages.find(({ _id }) => _id === page._id)
  if (known && known.version > page.version) return [...pages]
  return [...pages.filter(({ _id }) => _id !== page._id), page].sort(inOrder)
}

export const withoutPage = (pages: readonly Page[], id: string) => pages.filter(({ _id }) => _id !== id)

/** What a live event makes of the list. */
export function withPageEvent(pages: readonly Page[], event: LiveEvent): readonly Page[] {
  if (event.type === 'page.updated') return withPage(pages, event.data)
  if (event.type === 'page.deleted') return withoutPage(pages, event.data._id)
  return pages
}

/** The pages in the order of these ids; pages that are not named keep their place behind them. */
export function inIdOrder(pages: readonly Page[], ids: readonly string[]): Page[] {
  const rank = new Map(ids.map((id, index) => [id, index]))
  const rankOf = (page: Page) => rank.get(page._id) ?? ids.length
  return [...pages].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The pages as a display shows them: the active one first, the others in their order. */
export const activeFirst = (pages: readonly Page[]) => [...pages].sort((a, b) => Number(b.active) - Number(a.active))
