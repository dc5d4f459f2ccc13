import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useIsArrival } from '#web/app/arrival.ts'
import { HomePage } from '#web/app/home/home-page.tsx'
import { PageSkeleton } from '#web/app/shell/page-skeleton.tsx'
import { HOME, startOf, startPages, startPlaces } from '#web/app/start-places.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** `/`: Home. A person who has just arrived goes on to their chosen first screen. */
export const StartOrHome = () => (useIsArrival() ? <Start /> : <HomePage />)

function Start() {
  const isAdministrator = isAdmin(useSession()?.user)
  const preferences = useQuery(preferencesQuery)
  const chosen = preferences.data?.startPage ?? {}
  const pages = useQuery({ ...pagesQuery, enabled: 'page' in chosen })
  // Decided once: a later choice on another screen moves nobody.
  const [to, setTo] = useState<string>()
  // Does not wait for a server that is away; Home shows that.
  const isWaiting = [preferences, pages].some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  if (to === undefined && !isWaiting) {
    setTo(startOf(chosen, [...startPlaces(isAdministrator), ...startPages(pages.data ?? [])]).to)
  }
  if (to === undefined) return <PageSkeleton />
  return to === HOME.to ? <HomePage /> : <Navigate to={to} replace />
}
