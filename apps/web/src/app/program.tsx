import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { queryClient } from '#web/lib/query-client.ts'

/** Everything but the sign-in form that somebody sees first. */
export function start(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <Providers client={queryClient} router={createBrowserRouter(createRoutes(queryClient))} />
    </StrictMode>,
  )
}
