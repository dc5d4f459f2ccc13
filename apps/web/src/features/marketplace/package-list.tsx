import type { ModulePackage } from '@atalaya/contract/module-packages'
import { createFinder } from '@atalaya/format/folded'
import { Package } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { SearchInput } from '#web/components/search-input.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'

/** Maximum number of rows; a longer list gets a name filter. */
const SHOWN_MAX = 50

type PackageListProps = { packages: readonly ModulePackage[]; onOpen: (id: string) => void }

export function PackageList({ packages, onOpen }: PackageListProps) {
  const [typed, setTyped] = useState('')
  const isFound = createFinder(useDeferredValue(typed))
  const found = packages.filter(({ id, name }) => isFound(id, name))
  const shown = found.slice(0, SHOWN_MAX)
  return (
    <>
      {packages.length > SHOWN_MAX && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SearchInput
            className="min-w-40 flex-1 sm:max-w-md"
            placeholder="Filter packages..."
            value={typed}
            onValueChange={setTyped}
          />
          <p role="status" className="text-muted-foreground text-sm tabular-nums">
            {shown.length} of {found.length} shown
          </p>
        </div>
      )}
      <ul className="grid gap-2" aria-label="Packages">
        {shown.map((pkg) => (
          <PackageRow key={pkg.id} pkg={pkg} onOpen={() => onOpen(pkg.id)} />
        ))}
      </ul>
    </>
  )
}

function PackageRow({ pkg, onOpen }: { pkg: ModulePackage; onOpen: () => void }) {
  const newest = pkg.versions[0]?.version
  const running = pkg.versions.find(({ version }) => version === pkg.activeVersion)
  const isNewestInactive = newest !== undefined && newest !== pkg.activeVersion
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-2 rounded-lg border px-3 py-2">
      <Package className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="min-w-0 truncate font-medium">{pkg.name}</span>
      {running && running.stopped === null && <Badge variant="success">{running.version} running</Badge>}
      {running && running.stopped !== null && <Badge variant="destructive">{running.version} stopped</Badge>}
      {isNewestInactive && <Badge variant="warning">{newest} not running</Badge>}
      <Button variant="secondary" size="sm" className="ml-auto" aria-label={`Manage ${pkg.name}`} onClick={onOpen}>
        Manage
      </Button>
    </li>
  )
}
