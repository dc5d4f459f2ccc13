import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { prefetchOnIntent } from '#web/app/intent.ts'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
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

// After an upgrade an open tab asks for files that are gone: one reload fetches the new ones.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded-at') ?? 0)
  if (!navigator.onLine || Date.now() - last < 10_000) return
  event.preventDefault()
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  window.location.reload()
})
