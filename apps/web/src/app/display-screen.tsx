import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { restoreDisplay } from '#web/app/client/display-memory.ts'
import { DisplayRoot } from '#web/app/display-screen/display-root.tsx'
import { ownDisplayMemory, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { enableFleetIfShown } from '#web/app/display-screen/own-fleet.ts'
import { startPulse } from '#web/app/display-screen/pulse.ts'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { readSession, switchToDisplaySession } from '#web/lib/session/session.ts'

const DAY_MS = 86_400_000

// Marked as unfinished, so that the page's watchdog reloads it: nobody may be there to press a button.
const renderError = (error: Error, onRetry: () => void) => (
  <div data-unfinished>
    <ErrorScreen error={error} onRetry={onRetry} />
  </div>
)

/** A screen that is itself a display (`/display`); no person is signed in. */
export async function start(root: HTMLElement): Promise<void> {
  document.title = 'Display · Atalaya'
  switchToDisplaySession()
  startPulse()
  // Pages of the playlist stay in the cache until their next turn, and while the server is away.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, gcTime: DAY_MS } })
  enableFleetIfShown(queryClient)
  const wasPaired = readSession() !== null
  if (wasPaired) {
    const prefetched = Promise.all([queryClient.prefetchQuery(ownDisplayQuery), queryClient.prefetchQuery(pagesQuery)])
    // Shows what arrives first. A display without a memory waits for the server, like any screen.
    await Promise.race([prefetched, restoreDisplay(queryClient, ownDisplayMemory).catch(() => undefined)])
  }
  const screen = createRoot(root)
  const show = () =>
    screen.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary fallback={renderError}>
            <DisplayRoot wasPaired={wasPaired} />
          </ErrorBoundary>
        </QueryClientProvider>
      </StrictMode>,
    )
  flushSync(show)
  delete root.dataset.drawn
}
