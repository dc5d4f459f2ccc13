import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '#web/components/ui/badge.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { offersQuery } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { Offers } from '#web/features/marketplace/indexes/offers.tsx'

type PackageTabsProps = { installed: ReactNode; onWaiting: (id: string, version: string) => void }

/** Tabs of installed, available and updatable packages; shown once an index is followed. */
export function PackageTabs({ installed, onWaiting }: PackageTabsProps) {
  const { data: updates } = useQuery(offersQuery({ only: 'updates', query: '', page: 1 }))
  return (
    <Tabs defaultValue="installed">
      <TabsList aria-label="Packages">
        <TabsTrigger value="installed">Installed</TabsTrigger>
        <TabsTrigger value="index">From the index</TabsTrigger>
        <TabsTrigger value="updates">
          Updates {updates && updates.total > 0 && <Badge variant="primary">{updates.total}</Badge>}
        </TabsTrigger>
      </TabsList>
      <TabsContent value="installed">{installed}</TabsContent>
      <TabsContent value="index">
        <Offers only={null} onWaiting={onWaiting} />
      </TabsContent>
      <TabsContent value="updates">
        <Offers only="updates" onWaiting={onWaiting} />
      </TabsContent>
    </Tabs>
  )
}
