import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { showWholeTexts } from '#web/lib/looks/whole-text.ts'
import { submitOnce } from '#web/lib/submit-once.ts'

/** Resolves when the first screen's code has loaded, or failed to. */
async function waitForFirstScreen(router: DataRouter): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** Starts the whole program. The drawn frame stays until the screen can replace it. */
export async function start(root: HTMLElement): Promise<void> {
  const router = createBrowserRouter(createRoutes(queryClient))
  const screen = createRoot(root)
  const show = () =>
    screen.render(
      <StrictMode>
        <Providers client={queryClient} router={router} />
      </StrictMode>,
    )
  if (root.dataset.drawn !== undefined) await waitForFirstScreen(router)
  flushSync(show)
  showWholeTexts(document)
  submitOnce(document)
  delete root.dataset.drawn
}
