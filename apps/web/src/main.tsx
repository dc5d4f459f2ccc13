import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { noteMissingCode } from '#web/lib/missing-code.ts'
import { queryClient } from '#web/lib/query-client.ts'
import '#web/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers client={queryClient} router={createBrowserRouter(createRoutes(queryClient))} />
  </StrictMode>,
)

window.addEventListener('vite:preloadError', ({ payload }) => noteMissingCode(payload))
