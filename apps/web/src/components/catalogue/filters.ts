import type { ModuleMeta } from '@atalaya/contract/modules'
import { createFinder } from '@atalaya/format/folded'

/** Filters of the catalogue, by their names in the address; an empty text is no filter. */
export type Filters = { q: string; category: string; size: string }

export const sizeText = ({ width, height }: ModuleMeta['size']) => `${width}x${height}`

export function readFilters(params: URLSearchParams): Filters {
  return { q: params.get('q') ?? '', category: params.get('category') ?? '', size: params.get('size') ?? '' }
}

/** Sets the filters in the address's parameters; others stay. */
export function withFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(filters)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const hasFilters = (filters: Filters) => Object.values(filters).some((value) => value.trim() !== '')

/** Modules that match all filters; the search covers name, description and category. */
export function applyFilters(modules: readonly ModuleMeta[], { q, category, size }: Filters): ModuleMeta[] {
  const isFound = createFinder(q)
  return modules.filter(
    (module) =>
      (category === '' || module.category === category) &&
      (size === '' || sizeText(module.size) === size) &&
      isFound(module.name, module.description ?? '', module.category ?? ''),
  )
}

/** Distinct categories, sorted by name. */
export function categoriesOf(modules: readonly ModuleMeta[]): string[] {
  const found = new Set(modules.map(({ category }) => category))
  return [...found].filter((category) => category !== undefined).sort((a, b) => a.localeCompare(b))
}

/** Distinct sizes, smallest first. */
export function sizesOf(modules: readonly ModuleMeta[]): string[] {
  const area = ({ width, height }: ModuleMeta['size']) => width * height
  const sorted = modules.map(({ size }) => size).sort((a, b) => area(a) - area(b) || a.width - b.width)
  return [...new Set(sorted.map(sizeText))]
}
