import type { Pagination } from '@atalaya/contract/agents'

/** Pagination of `total` rows; an empty list has one page. */
export const paginationOf = (total: number, page: number, pageSize: number): Pagination => ({
  total,
  current: page,
  pages: Math.max(1, Math.ceil(total / pageSize)),
  pageSize,
})
