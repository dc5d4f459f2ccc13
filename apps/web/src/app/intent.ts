import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router'

const EVENTS = ['pointerover', 'focusin', 'touchstart'] as const

type LoadedRoute = { loader?: unknown }

async function load(route: RouteObject): Promise<LoadedRoute> {
  return typeof route.lazy === 'function' ? ((await route.lazy()) as LoadedRoute) : route
}

/** Loads the code of all routes of a path and starts their queries. */
async function prefetchPath(routes: RouteObject[], href: string): Promise<void> {
  const url = new URL(href, window.location.origin)
  const matches = matchRoutes(routes, url.pathname) ?? []
  const loading = matches.map(async ({ route, params }) => {
    const { loader } = await load(route)
    if (typeof loader !== 'function') return
    const args: Partial<LoaderFunctionArgs> = { params, request: new Request(url) }
    await loader(args)
  })
  await Promise.all(loading)
}

/** Prefetches the page of a link under the pointer or the focus. */
export function prefetchOnIntent(routes: RouteObject[]): () => void {
  const prefetched = new Set<string>([window.location.pathname])
  function onIntent({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin || link.target === '_blank' || prefetched.has(link.pathname))
      return
    prefetched.add(link.pathname)
    // A failure occurs again, and is shown, when the link is followed.
    prefetchPath(routes, link.href).catch(() => prefetched.delete(link.pathname))
  }
  for (const event of EVENTS) document.addEventListener(event, onIntent, { passive: true })
  return () => {
    for (const event of EVENTS) document.removeEventListener(event, onIntent)
  }
}
