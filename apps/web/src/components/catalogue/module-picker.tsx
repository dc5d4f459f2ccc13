import type { ModuleMeta } from '@atalaya/contract/modules'
import { FilterBar } from '#web/components/catalogue/filter-bar.tsx'
import { type Filters, hasFilters } from '#web/components/catalogue/filters.ts'
import { ModuleGrid } from '#web/components/catalogue/module-grid.tsx'
import { RecentModules, useRecentModules } from '#web/components/catalogue/recent-modules.tsx'

type ModulePickerProps = {
  modules: readonly ModuleMeta[]
  /** Modules that match the filters. */
  found: readonly ModuleMeta[]
  filters: Filters
  onFilters: (changed: Partial<Filters>) => void
  onAdd: (module: ModuleMeta) => void
}

/** The catalogue to choose from: search, categories, sizes, recently used, and a picture of each module. */
export function ModulePicker({ modules, found, filters, onFilters, onAdd }: ModulePickerProps) {
  const { used } = useRecentModules()
  const isFiltered = hasFilters(filters)
  return (
    <>
      <FilterBar modules={modules} filters={filters} count={found.length} onChange={onFilters} />
      {!isFiltered && <RecentModules modules={modules} used={used} onAdd={onAdd} />}
      <ModuleGrid modules={found} isFiltered={isFiltered} onAdd={onAdd} />
    </>
  )
}
