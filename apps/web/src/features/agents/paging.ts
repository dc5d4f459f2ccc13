import { type ListingChange, readListing, setListing } from '#web/features/agents/list/listing.ts'

export const PAGE_SIZES = [10, 20, 50] as const
export const DEFAULT_PAGE_SIZE = 10

export type Paging = { page: number; pageSize: number }

/** At least one page, also of nothing. */
export const pageCount = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize))

/** Page and size from the address; what is not one of ours becomes the default. */
export function readPaging(params: URLSearchParams): Paging {
  const page = Number(params.get('page'))
  const size = Number(params.get('pageSize'))
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
  }
}

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
