import type { ModuleMeta } from '@atalaya/contract/modules'
import { describe, expect, test } from 'vitest'
import {
  applyFilters,
  categoriesOf,
  hasFilters,
  readFilters,
  sizesOf,
  withFilters,
} from '#web/components/catalogue/filters.ts'
import { aMeta } from '#web/testing/modules.ts'

const modules: ModuleMeta[] = [
  aMeta({ id: 'weather', name: 'Weather', category: 'utilities', size: { width: 2, height: 1 } }),
  aMeta({ id: 'music', name: 'Música', category: 'entertainment', description: 'Now playing' }),
  aMeta({ id: 'plain', name: 'Plain', size: { width: 1, height: 3 } }),
]
const ids = (filters: object) =>
  applyFilters(modules, { q: '', category: '', size: '', ...filters }).map(({ id }) => id)

describe('the search', () => {
  test.each([
    ['', ['weather', 'music', 'plain']],
    ['WEATH', ['weather']],
    ['musica', ['music']],
    ['now play', ['music']],
    ['entertain', ['music']],
    [' plain ', ['plain']],
    ['weather-id', []],
  ])('for %j uses name, description and category', (q, found) => {
    expect(ids({ q })).toEqual(found)
  })
})

test('category, size and search are combined', () => {
  expect(ids({ category: 'utilities' })).toEqual(['weather'])
  expect(ids({ size: '1x3' })).toEqual(['plain'])
  expect(ids({ category: 'utilities', size: '1x3' })).toEqual([])
  expect(ids({ category: 'utilities', q: 'weather', size: '2x1' })).toEqual(['weather'])
})

test('categories and sizes come from the catalogue, each once', () => {
  expect(categoriesOf([...modules, ...modules])).toEqual(['entertainment', 'utilities'])
  expect(sizesOf([...modules, ...modules])).toEqual(['2x1', '1x3', '2x2'])
})

test('the address stores the filters, and keeps its other parts', () => {
  const filters = { q: 'a b', category: '', size: '2x1' }
  const params = withFilters(new URLSearchParams('page=home&category=old'), filters)
  expect(params.toString()).toBe('page=home&q=a+b&size=2x1')
  expect(readFilters(params)).toEqual(filters)
  expect(hasFilters(filters)).toBe(true)
  expect(hasFilters({ q: ' ', category: '', size: '' })).toBe(false)
})
