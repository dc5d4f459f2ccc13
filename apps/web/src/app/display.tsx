import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ClientLayout } from '#web/app/client/client-layout.tsx'
import { restoreDisplay } from '#web/app/client/display-memory.ts'
import type { LoadEntry } from '#web/app/entry-types.ts'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { OverScreens } from '#web/app/over-screens.tsx'
import { SetupGate } from '#web/app/setup-gate.tsx'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { ClientPage } from '#web/features/boards/wall/client-page.tsx'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { useQuietTime } from '#web/lib/quiet-time.ts'
import { hasSignedOut, readSession, useSession } from '#web/lib/session/session.ts'

// Loaded on demand: alerts are rare. If loading fails, the pages are shown without them.
const DisplayAlert = lazy<ComponentType>(() =>
  import('#web/app/client/display-alert.tsx').then(
    (m) => ({ default: m.DisplayAlert }),
    () => ({ default: () => null }),
  ),
)

type DisplayProps = {
  /** Continues with the sign-in; a person whose session ended sees the reason. */
  onLeave: (how: { hasEnded: boolean }) => void
}

/** All pages in the frame of a display, for the signed-in person. */
function Display({ onLeave }: DisplayProps) {
  const session = useSession()
  const [hadSession] = useState(session !== null)
  const isQuiet = useQuietTime()
  useEffect(() => {
    if (!session) onLeave({ hasEnded: hadSession })
  }, [session, hadSession, onLeave])
  if (!session) return null
  return (
    <SetupGate>
      <ClientLayout>
        <ClientPage />
      </ClientLayout>
      <Suspense>{isQuiet && <DisplayAlert />}</Suspense>
    </SetupGate>
  )
}

const renderError = (error: Error, onRetry: () => void) => (
  <ErrorScreen error={error} onRetry={onRetry}>
    <Button variant="secondary" asChild>
      <a href="/">Go home</a>
    </Button>
  </ErrorScreen>
)

/** The display as a program of its own: without the router, the other screens' frame and their shared code. */
export async function start(root: HTMLElement, loadEntry: LoadEntry): Promise<void> {
  document.title = 'Display · Atalaya'
  if (readSession()) {
    const prefetched = Promise.all([queryClient.prefetchQuery(meQuery), queryClient.prefetchQuery(pagesQuery)])
    // Shows what arrives first. A display without a memory waits for the server, like any screen.
    await Promise.race([prefetched, restoreDisplay(queryClient).catch(() => undefined)])
  }
  const screen = createRoot(root)
  const show = () =>
    screen.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <OfflineBanner />
          <ErrorBoundary fallback={renderError}>
            <Display onLeave={leave} />
          </ErrorBoundary>
          <OverScreens />
        </QueryClientProvider>
      </StrictMode>,
    )
  flushSync(show)
  delete root.dataset.drawn

  async function leave({ hasEnded }: { hasEnded: boolean }) {
    const { pathname, search, hash } = window.location
    // React Router reads `usr` as its `location.state`.
    const usr = hasSignedOut() ? null : { from: { pathname, search, hash }, hasEnded }
    window.history.replaceState({ ...window.history.state, usr }, '', '/login')
    const entry = await loadEntry('/login').catch(() => null)
    // The code did not load: the browser navigates, and shows its own error page.
    if (!entry) return window.location.reload()
    screen.unmount()
    entry.start(root, loadEntry)
  }
}
