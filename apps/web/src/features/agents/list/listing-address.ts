import { LISTING_NAMES, type ListingChange, readListing, setListing } from '#web/features/agents/list/listing.ts'
import { DEFAULT_PAGE_SIZE, type Paging, readPaging } from '#web/lib/paging.ts'

/** The address of a list: its page, its size, what is searched, which agents and in which order. */
export const readList = (params: URLSearchParams) => ({
  ...readPaging(params),
  query: params.get('query') ?? '',
  ...readListing(params),
})

/** What of an address a view keeps: what is searched, which agents and in which order; the same in the same words. */
export function searchOf(params: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of ['query', ...LISTING_NAMES]) for (const value of params.getAll(name)) kept.append(name, value)
  return kept.toString()
}

/** Where an address names a view and says nothing of its own: the address of what the view keeps. */
export function openedView(params: URLSearchParams, view: { search: string } | undefined): URLSearchParams | null {
  if (!view?.search || searchOf(params) !== '') return null
  return new URLSearchParams([...params, ...new URLSearchParams(view.search)])
}

export type ListChange = Partial<Paging> & { query?: string } & ListingChange

/**
 * The address with some of its keys changed; defaults are left out, and whatever changes what is listed starts at page 1.
 * A view of which nothing is left is left: by itself, its name would bring all of it back.
 */
export function withList(before: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(before)
  const set = (key: string, value: string, usual: string) => (value === usual ? next.delete(key) : next.set(key, value))
  if (change.query !== undefined) set('query', change.query, '')
  if (change.pageSize !== undefined) set('pageSize', String(change.pageSize), String(DEFAULT_PAGE_SIZE))
  setListing(next, change)
  set('page', String(change.page ?? 1), '1')
  if (searchOf(before) !== '' && searchOf(next) === '') next.delete('view')
  return next
}
