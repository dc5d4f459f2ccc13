// Draws the content of pages before the program runs. The build runs this in a thread without a browser
// (`drawn-pages.ts`).
import '#web/app/drawn/no-browser.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge'
import { createMemoryRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createRoutes } from '#web/app/router.tsx'
import type { Handle } from '#web/app/screen.ts'
import { MainLayout } from '#web/app/shell/main-layout.tsx'
import { PageSkeleton } from '#web/app/shell/page-skeleton.tsx'
import { SignIn } from '#web/app/sign-in.tsx'

const client = new QueryClient()
const routes = createRoutes(client)

/** Frame of a screen, with a skeleton in place of its content. */
function frameAt(address: string): ReactElement {
  const handle: Handle | undefined = matchRoutes(routes, address)?.at(-1)?.route.handle
  const frame = { path: '*', handle, Component: MainLayout, children: [{ path: '*', Component: PageSkeleton }] }
  const router = createMemoryRouter([frame], { initialEntries: [address] })
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

const form = (
  <StrictMode>
    <SignIn onLeave={() => undefined} onExpect={() => undefined} />
  </StrictMode>
)

const { addresses } = workerData as { addresses: string[] }
const frames = addresses.map((address) => [address, renderToStaticMarkup(frameAt(address))])
// React hydrates the form but replaces a frame.
parentPort?.postMessage({ form: renderToString(form), frames: Object.fromEntries(frames) })
