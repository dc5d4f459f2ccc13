import { type ListingChange, readListing, setListing } from '#web/features/agents/list/listing.ts'
import { DEFAULT_PAGE_SIZE, type Paging, readPaging } from '#web/features/agents/paging.ts'

/** The address of a list: its page, its size, what is searched, which agents and in which order. */
export const readList = (params: URLSearchParams) => ({
  ...readPaging(params),
  query: params.get('query') ?? '',
  ...readListing(params),
})

export type ListChange = Partial<Paging> & { query?: string } & ListingChange

/** The address with some of its keys changed; defaults are left out, and whatever changes what is listed starts at page 1. */
export function withList(before: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(before)
  const set = (key: string, value: string, usual: string) => (value === usual ? next.delete(key) : next.set(key, value))
  if (change.query !== undefined) set('query', change.query, '')
  if (change.pageSize !== undefined) set('pageSize', String(change.pageSize), String(DEFAULT_PAGE_SIZE))
  setListing(next, change)
  set('page', String(change.page ?? 1), '1')
  return next
}
