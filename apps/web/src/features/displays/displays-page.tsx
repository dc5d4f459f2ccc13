import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { DisplayCards } from '#web/features/displays/display-cards.tsx'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'
import { DisplaysLoadFailed } from '#web/features/displays/displays-load-failed.tsx'
import type { ReadPages } from '#web/features/displays/read-pages.ts'
import { laterPart } from '#web/lib/later-part.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const AllDisplays = laterPart(() => import('#web/features/displays/all-displays.tsx').then((m) => m.AllDisplays))

/** The user's displays; administrators can switch to those of all users. */
export function DisplaysPage({ pages }: { pages: ReadPages }) {
  const [params] = useSearchParams()
  const isAdministrator = isAdmin(useSession()?.user)
  const isAll = isAdministrator && params.get('show') === 'all'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdministrator && (
        <nav aria-label="Displays" className="flex gap-2">
          <View to="/displays" title="Yours" isShown={!isAll} />
          <View to="/displays?show=all" title="All displays" isShown={isAll} />
        </nav>
      )}
      {isAll ? (
        <Suspense fallback={<Skeleton className="h-48 rounded-xl" />}>
          <AllDisplays />
        </Suspense>
      ) : (
        <OwnDisplays pages={pages} />
      )}
    </div>
  )
}

function View({ to, title, isShown }: { to: string; title: string; isShown: boolean }) {
  return (
    <Button variant={isShown ? 'secondary' : 'ghost'} size="sm" asChild>
      <Link to={to} aria-current={isShown ? 'page' : undefined}>
        {title}
      </Link>
    </Button>
  )
}

function OwnDisplays({ pages }: { pages: ReadPages }) {
  const { data: displays, error, refetch } = useQuery(displaysQuery)
  if (displays && pages.data) return <DisplayCards displays={displays} pages={pages.data} />
  const failure = error ?? pages.error
  if (failure)
    return <DisplaysLoadFailed reason={failure.message} onRetry={() => Promise.all([refetch(), pages.refetch()])} />
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" role="status" aria-label="Loading">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-76 rounded-xl" />
      ))}
    </div>
  )
}
