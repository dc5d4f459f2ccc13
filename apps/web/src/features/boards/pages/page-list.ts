import type { Page } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'

const inOrder = (a: Page, b: Page) => a.order - b.order

/** Inserts or replaces a page; ignores a copy older than the known one. */
export function withPage(pages: readonly Page[], page: Page): Page[] {
  const known = pages.find(({ _id }) => _id === page._id)
  if (known && known.version > page.version) return [...pages]
  return [...pages.filter(({ _id }) => _id !== page._id), page].sort(inOrder)
}

export const withoutPage = (pages: readonly Page[], id: string) => pages.filter(({ _id }) => _id !== id)

export function withPageEvent(pages: readonly Page[], event: LiveEvent): readonly Page[] {
  if (event.type === 'page.updated') return withPage(pages, event.data)
  if (event.type === 'page.deleted') return withoutPage(pages, event.data._id)
  return pages
}

/** Sorts by these ids; pages without a listed id follow in their old order. */
export function inIdOrder(pages: readonly Page[], ids: readonly string[]): Page[] {
  const rank = new Map(ids.map((id, index) => [id, index]))
  const rankOf = (page: Page) => rank.get(page._id) ?? ids.length
  return [...pages].sort((a, b) => rankOf(a) - rankOf(b))
}

/** Order on a display: the active page first. */
export const activeFirst = (pages: readonly Page[]) => [...pages].sort((a, b) => Number(b.active) - Number(a.active))
