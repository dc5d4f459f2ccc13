import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { useQuery } from '@tanstack/react-query'
import { MonitorOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { type DisplayDialog, DisplayHeader } from '#web/features/displays/display-header.tsx'
import { DisplayWarnings } from '#web/features/displays/display-warnings.tsx'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'
import { DisplaysLoadFailed } from '#web/features/displays/displays-load-failed.tsx'
import { PlaylistCard } from '#web/features/displays/playlist-card.tsx'
import type { ReadPages } from '#web/features/displays/read-pages.ts'
import { RemoteCard } from '#web/features/displays/remote-card.tsx'
import { RemoveDisplayDialog } from '#web/features/displays/remove-display-dialog.tsx'
import { SettingsCard } from '#web/features/displays/settings-card.tsx'
import { usePageName } from '#web/lib/looks/page-name.ts'

// Lazy: they load the form validation.
const NameDialog = lazy(() => import('#web/features/displays/name-dialog.tsx').then((m) => ({ default: m.NameDialog })))
const SettingsDialog = lazy(() =>
  import('#web/features/displays/settings-dialog.tsx').then((m) => ({ default: m.SettingsDialog })),
)

/** One display: state, playlist, settings and remote control. */
export function DisplayPage({ pages }: { pages: ReadPages }) {
  const { id } = useParams()
  const { data: displays, error, refetch } = useQuery(displaysQuery)
  const failure = error ?? pages.error
  if (!displays || !pages.data) {
    if (!failure) return <Skeleton className="h-40 rounded-xl" />
    return <DisplaysLoadFailed reason={failure.message} onRetry={() => Promise.all([refetch(), pages.refetch()])} />
  }
  const display = displays.find(({ _id }) => _id === id)
  return display ? <DisplayDetails key={display._id} display={display} pages={pages.data} /> : <NoSuchDisplay />
}

function DisplayDetails({ display, pages }: { display: Display; pages: readonly Page[] }) {
  usePageName(display.name)
  const [open, setOpen] = useState<DisplayDialog | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DisplayHeader display={display} pages={pages} onOpen={setOpen} />
      <DisplayWarnings display={display} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PlaylistCard display={display} pages={pages} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <RemoteCard display={display} pages={pages} />
          <SettingsCard display={display} pages={pages} onChange={() => setOpen('settings')} />
        </div>
      </div>
      <Suspense>
        {open === 'name' && <NameDialog display={display} onClose={close} />}
        {open === 'settings' && <SettingsDialog display={display} pages={pages} onClose={close} />}
      </Suspense>
      {open === 'remove' && <RemoveDisplayDialog display={display} onClose={close} />}
    </div>
  )
}

function NoSuchDisplay() {
  return (
    <EmptyState
      icon={MonitorOff}
      title="No such display"
      action={
        <Button asChild>
          <Link to="/displays">Displays</Link>
        </Button>
      }
    >
      It was removed, or it is not yours.
    </EmptyState>
  )
}
