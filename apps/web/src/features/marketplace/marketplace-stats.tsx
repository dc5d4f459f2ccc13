import type { Page } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
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
  const figureOrDash = (figure: number) => (modules ? figure : '–')
  return (
    <div className="flex flex-wrap gap-3">
      <StatCard
        isSlim
        className="grow"
        label="Modules available"
        value={figureOrDash(modules?.length ?? 0)}
        isLoading={isLoading}
      />
      <StatCard
        isSlim
        className="grow"
        label="Categories"
        value={figureOrDash(categoriesOf(modules ?? []).length)}
        isLoading={isLoading}
      />
      <StatCard isSlim className="grow" label="Installed in dashboards" value={installed ?? '–'} />
      <StatCard isSlim className="grow" label="Current results" value={figureOrDash(results)} isLoading={isLoading} />
    </div>
  )
})
