import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { prefetchOnIntent } from '#web/app/intent.ts'
import { isReplaced } from '#web/app/kept-program.ts'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { noteMissingCode } from '#web/lib/missing-code.ts'
import { queryClient } from '#web/lib/query-client.ts'
import '#web/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const routes = createRoutes(queryClient)

createRoot(root).render(
  <StrictMode>
    <Providers client={queryClient} router={createBrowserRouter(routes)} />
  </StrictMode>,
)

prefetchOnIntent(routes)

const RELOADED = 'reloaded-at'
const AGAIN_MS = 10_000

/** After an upgrade an open tab asks for files that are gone: one reload brings the new ones. */
async function takeNewVersion() {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < AGAIN_MS || !(await isReplaced())) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  window.location.reload()
}

window.addEventListener('vite:preloadError', ({ payload }) => {
  noteMissingCode(payload)
  void takeNewVersion()
})
