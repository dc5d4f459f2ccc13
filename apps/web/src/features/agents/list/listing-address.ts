import { LISTING_NAMES, type ListingChange, readListing, setListing } from '#web/features/agents/list/listing.ts'
import { DEFAULT_PAGE_SIZE, type Paging, readPaging } from '#web/lib/calls/paging.ts'

/** State of a list in the URL: page, page size, search, filters and order. */
export const readList = (params: URLSearchParams) => ({
  ...readPaging(params),
  query: params.get('query') ?? '',
  ...readListing(params),
})

/**
 * Query string of the parameters that a view saves: search, filters and order. Normalised, so that equal states are
 * equal strings.
 */
export function savedParamsOf(params: URLSearchParams): string {
  const savedParams = new URLSearchParams()
  for (const name of ['query', ...LISTING_NAMES])
    for (const value of params.getAll(name)) savedParams.append(name, value)
  return savedParams.toString()
}

/** Adds a view's parameters to a URL that only names the view, `?view=attic`; null for any other URL. */
export function expandView(params: URLSearchParams, view: { search: string } | undefined): URLSearchParams | null {
  if (!view?.search || savedParamsOf(params) !== '') return null
  return new URLSearchParams([...params, ...new URLSearchParams(view.search)])
}

export type ListChange = Partial<Paging> & { query?: string } & ListingChange

/**
 * Changes some keys of the URL. Defaults are left out, and any change of the listing starts at page 1. Removing the
 * last filter of an open view also removes the view's name, which would restore all filters.
 */
export function withListChange(oldParams: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(oldParams)
  const set = (key: string, value: string, defaultValue: string) =>
    value === defaultValue ? next.delete(key) : next.set(key, value)
  if (change.query !== undefined) set('query', change.query, '')
  if (change.pageSize !== undefined) set('pageSize', String(change.pageSize), String(DEFAULT_PAGE_SIZE))
  setListing(next, change)
  set('page', String(change.page ?? 1), '1')
  if (savedParamsOf(oldParams) !== '' && savedParamsOf(next) === '') next.delete('view')
  return next
}
