import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AcceptDialog } from '#web/features/marketplace/accept-dialog.tsx'
import { indexesQuery } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { PackageActions } from '#web/features/marketplace/package-actions.tsx'
import { PackageDialog } from '#web/features/marketplace/package-dialog.tsx'
import { PackageList } from '#web/features/marketplace/package-list.tsx'
import { packagesQuery } from '#web/features/marketplace/packages.queries.ts'

const PackageTabs = lazy(() =>
  import('#web/features/marketplace/indexes/package-tabs.tsx').then((m) => ({ default: m.PackageTabs })),
)
const IndexesDialog = lazy(() =>
  import('#web/features/marketplace/indexes/indexes-dialog.tsx').then((m) => ({ default: m.IndexesDialog })),
)

/** Open dialog: a package, or a version of it to accept. */
type OpenDialog = { id: string; version?: string }

/** For administrators: modules from archives, and from the followed indexes. */
export const PackagesCard = memo(function PackagesCard() {
  const { data: packages } = useQuery(packagesQuery)
  const { data: indexes = [] } = useQuery(indexesQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isManaging, setManaging] = useState(false)
  const openPackage = packages?.find(({ id }) => id === dialog?.id)
  const close = () => setDialog(null)
  const installed = <InstalledPackages onOpen={(id) => setDialog({ id })} />
  return (
    <Card aria-labelledby="packages">
      <CardHeader className="flex-wrap gap-2">
        <CardTitle id="packages" className="scroll-mt-20">
          Packages
        </CardTitle>
        <PackageActions onInstalled={setDialog} onIndexes={() => setManaging(true)} />
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-3">
        {indexes.length === 0 ? (
          installed
        ) : (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <PackageTabs installed={installed} onWaiting={(id, version) => setDialog({ id, version })} />
          </Suspense>
        )}
      </CardContent>
      {openPackage && dialog?.version && <AcceptDialog pkg={openPackage} version={dialog.version} onClose={close} />}
      {openPackage && !dialog?.version && (
        <PackageDialog
          pkg={openPackage}
          onAccept={(version) => setDialog({ id: openPackage.id, version })}
          onClose={close}
        />
      )}
      <Suspense>{isManaging && <IndexesDialog onClose={() => setManaging(false)} />}</Suspense>
    </Card>
  )
})

function InstalledPackages({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: packages, isError, refetch } = useQuery(packagesQuery)
  if (!packages && !isError) return <Skeleton className="h-12" />
  if (!packages) {
    return (
      <Alert>
        Could not load the packages{' '}
        <Button variant="link" className="h-auto px-0" onClick={() => void refetch()}>
          Try Again
        </Button>
      </Alert>
    )
  }
  if (packages.length > 0) return <PackageList packages={packages} onOpen={onOpen} />
  return (
    <p className="text-muted-foreground text-sm">
      No package is installed yet. Packages are modules of others; they run apart from the page and reach nothing but
      what you accept.
    </p>
  )
}
