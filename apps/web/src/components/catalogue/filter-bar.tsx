import type { ModuleMeta } from '@atalaya/contract/modules'
import { useCallback, useMemo } from 'react'
import { Chips } from '#web/components/catalogue/chips.tsx'
import { categoriesOf, type Filters, hasFilters, sizesOf } from '#web/components/catalogue/filters.ts'
import { SearchInput } from '#web/components/search-input.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { plural } from '#web/lib/plural.ts'

type FilterBarProps = {
  modules: readonly ModuleMeta[]
  filters: Filters
  count: number
  onChange: (changed: Partial<Filters>) => void
}

export function FilterBar({ modules, filters, count, onChange }: FilterBarProps) {
  const categories = useMemo(() => categoriesOf(modules), [modules])
  const sizes = useMemo(() => sizesOf(modules), [modules])
  const onCategory = useCallback((category: string) => onChange({ category }), [onChange])
  const onSize = useCallback((size: string) => onChange({ size }), [onChange])
  const results = plural(count, { one: '# result', other: '# results' })
  return (
    <div className="grid grid-cols-1 gap-3">
      {/* The same height with and without filters, so that the cards below don't move. */}
      <div className="grid items-center gap-x-3 gap-y-2 text-sm sm:flex">
        <SearchInput
          placeholder="Search by name, description or category..."
          className="max-sm:max-w-none sm:max-w-md"
          value={filters.q}
          onValueChange={(q) => onChange({ q })}
        />
        <div className="flex min-h-8 min-w-0 items-center gap-x-3">
          <p role="status" className="shrink-0 font-medium tabular-nums">
            {results}
          </p>
          {hasFilters(filters) && (
            <>
              <p className="min-w-0 truncate text-muted-foreground">{summary(filters)}</p>
              <Button
                variant="ghost"
                size="sm"
                className="shrink-0"
                onClick={() => onChange({ q: '', category: '', size: '' })}
              >
                Reset filters
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="-m-1 flex gap-x-6 gap-y-2 overflow-x-auto p-1 sm:flex-wrap">
        <Chips
          label="Category"
          allLabel="All categories"
          options={categories}
          value={filters.category}
          onChange={onCategory}
        />
        <Chips label="Size" allLabel="All sizes" options={sizes} value={filters.size} onChange={onSize} />
      </div>
    </div>
  )
}

function summary({ q, category, size }: Filters): string {
  const parts = [q.trim() && `“${q.trim()}”`, category && `Category: ${category}`, size && `Size: ${size}`]
  return `Active filters: ${parts.filter(Boolean).join(' · ')}`
}
