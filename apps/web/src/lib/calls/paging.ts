export const PAGE_SIZES = [10, 20, 50] as const
export const DEFAULT_PAGE_SIZE = 10

export type Paging = { page: number; pageSize: number }

/** At least one page, even for an empty list. */
export const pageCount = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize))

/** Page and size from the address; invalid ones become the default. */
export function readPaging(params: URLSearchParams): Paging {
  const page = Number(params.get('page'))
  const size = Number(params.get('pageSize'))
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
  }
}
