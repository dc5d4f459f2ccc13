import type { Pagination } from '@atalaya/contract/agents'

/** Where a page stands among `total`; there is one even where there is nothing. */
export const paginationOf = (total: number, page: number, pageSize: number): Pagination => ({
  ...{ total, current: page, pages: Math.max(1, Math.ceil(total / pageSize)), pageSize },
})
