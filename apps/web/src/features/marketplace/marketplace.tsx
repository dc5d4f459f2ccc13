import type { Page } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useQuery } from '@tanstack/react-query'
import { Blocks, Package } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { Install } from '#web/components/catalogue/adding.ts'
import { applyFilters } from '#web/components/catalogue/filters.ts'
import { ModuleSkeletons } from '#web/components/catalogue/module-grid.tsx'
import { ModulePicker } from '#web/components/catalogue/module-picker.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { MarketplaceStats } from '#web/features/marketplace/marketplace-stats.tsx'
import { PackagesCard } from '#web/features/marketplace/packages-card.tsx'
import { useFilters } from '#web/features/marketplace/use-filters.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const AddDialog = lazy(() => import('#web/features/marketplace/add-dialog.tsx').then((m) => ({ default: m.AddDialog })))

const NONE: ModuleMeta[] = []

/** The marketplace screen. `pages` are those that a module can be added to; undefined while they load. */
export function Marketplace({ pages, install }: { pages: Page[] | undefined; install: Install }) {
  const { data: modules, isPending, isError, refetch, isFetching } = useQuery(catalogueQuery)
  const user = useSession()?.user
  const { filters, change } = useFilters()
  const [adding, setAdding] = useState<ModuleMeta | null>(null)
  // Deferred, so that drawing the cards never delays typing.
  const { q, category, size } = useDeferredValue(filters)
  const found = useMemo(() => applyFilters(modules ?? NONE, { q, category, size }), [modules, q, category, size])

  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex items-center justify-between gap-x-6">
        <div className="grid gap-1">
          <h2 className="font-semibold text-2xl tracking-tight">Module Marketplace</h2>
          <p className="text-muted-foreground">Everything you can put on a page.</p>
        </div>
        {isAdmin(user) && (
          <Button variant="secondary" asChild>
            <a href="#packages">
              <Package aria-hidden />
              Packages
            </a>
          </Button>
        )}
      </header>
      <MarketplaceStats modules={modules} pages={pages} results={found.length} hasFailed={isError} />
      <Card aria-labelledby="catalogue">
        <CardHeader>
          <CardTitle id="catalogue">Catalogue</CardTitle>
        </CardHeader>
        <CardContent className="grid grid-cols-1 gap-4 pt-3">
          {isPending && <ModuleSkeletons />}
          {isError && !modules && (
            <EmptyState
              icon={Blocks}
              title="Could not load the catalogue"
              action={
                <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
                  Try Again
                </Button>
              }
            />
          )}
          {modules && (
            <ModulePicker modules={modules} found={found} filters={filters} onFilters={change} onAdd={setAdding} />
          )}
        </CardContent>
      </Card>
      {isAdmin(user) && <PackagesCard />}
      <Suspense>
        {adding && <AddDialog module={adding} pages={pages ?? []} install={install} onClose={() => setAdding(null)} />}
      </Suspense>
    </div>
  )
}
