import type { Page } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { Blocks, LayoutDashboard, ListFilter, Tags } from 'lucide-react'
import { memo } from 'react'
import { categoriesOf } from '#web/components/catalogue/filters.ts'
import { StatCard } from '#web/components/stat-card.tsx'

type MarketplaceStatsProps = {
  modules: readonly ModuleMeta[] | undefined
  pages: readonly Page[] | undefined
  results: number
  hasFailed: boolean
}

export const MarketplaceStats = memo(function MarketplaceStats({
  modules,
  pages,
  results,
  hasFailed,
}: MarketplaceStatsProps) {
  const isLoading = !modules && !hasFailed
  const installed = pages?.reduce((sum, page) => sum + page.modules.length, 0)
  const known = (figure: number) => (modules ? figure : '–')
  return (
    <div className="flex flex-wrap gap-3 *:grow">
      <StatCard
        isSlim
        label="Modules available"
        icon={Blocks}
        value={known(modules?.length ?? 0)}
        isLoading={isLoading}
      />
      <StatCard
        isSlim
        label="Categories"
        icon={Tags}
        value={known(categoriesOf(modules ?? []).length)}
        isLoading={isLoading}
      />
      <StatCard isSlim label="Installed in dashboards" icon={LayoutDashboard} value={installed ?? '–'} />
      <StatCard isSlim label="Current results" icon={ListFilter} value={known(results)} isLoading={isLoading} />
    </div>
  )
})
