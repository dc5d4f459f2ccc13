import type { ModuleMeta } from '@atalaya/contract/modules'
import { SearchX } from 'lucide-react'
import { memo } from 'react'
import { ModuleCard } from '#web/components/catalogue/module-card.tsx'
import { useCardRows } from '#web/components/catalogue/use-card-rows.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'

type ModuleGridProps = {
  modules: readonly ModuleMeta[]
  isFiltered: boolean
  onAdd: (module: ModuleMeta) => void
}

export const ModuleGrid = memo(function ModuleGrid({ modules, isFiltered, onAdd }: ModuleGridProps) {
  if (modules.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No modules found">
        {isFiltered && 'Nothing matches all filters. Clear them to see the whole catalogue.'}
      </EmptyState>
    )
  }
  return <Cards modules={modules} onAdd={onAdd} />
})

function Cards({ modules, onAdd }: Omit<ModuleGridProps, 'isFiltered'>) {
  const { list, first, end, style, measure } = useCardRows(modules.length)
  return (
    <ul ref={list} className={grid} style={style} aria-label="Modules">
      {modules.slice(first, end).map((module, offset) => (
        <li
          key={module.id}
          className="min-w-0"
          aria-setsize={modules.length}
          aria-posinset={first + offset + 1}
          {...measure(first + offset)}
        >
          <ModuleCard module={module} onAdd={onAdd} />
        </li>
      ))}
    </ul>
  )
}

export function ModuleSkeletons() {
  return (
    <div className={grid} role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-80 rounded-xl" />
      ))}
    </div>
  )
}
