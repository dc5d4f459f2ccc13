import { expect, test } from 'vitest'
import { withListChange } from '#web/features/agents/list/listing-address.ts'
import { pageCount, readPaging } from '#web/lib/calls/paging.ts'

test.each([
  [0, 10, 1],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [100, 20, 5],
  [101, 50, 3],
])('%i rows of %i a page fill %i pages', (total, size, pages) => {
  expect(pageCount(total, size)).toBe(pages)
})

test.each([
  ['', 1, 10],
  ['page=3&pageSize=50', 3, 50],
  ['page=0&pageSize=25', 1, 10],
  ['page=-2&pageSize=x', 1, 10],
  ['page=1.5', 1, 10],
])('the address ?%s means page %i, with %i rows a page', (search, page, pageSize) => {
  expect(readPaging(new URLSearchParams(search))).toEqual({ page, pageSize })
})

test.each([
  ['page=3', { pageSize: 20 }, 'pageSize=20'],
  ['page=3&pageSize=20', { pageSize: 10 }, ''],
  ['page=3&pageSize=20', { query: 'nas' }, 'pageSize=20&query=nas'],
  ['query=nas', { query: '' }, ''],
  ['pageSize=20', { page: 2 }, 'pageSize=20&page=2'],
  ['page=2', { page: 1 }, ''],
])('the address ?%s with %o becomes ?%s', (before, change, after) => {
  expect(withListChange(new URLSearchParams(before), change).toString()).toBe(after)
})
