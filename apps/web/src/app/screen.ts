import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { isAdmin, readSession } from '#web/lib/session/session.ts'

/** Data of a route besides its page. */
export type Handle = { title: string }

// biome-ignore lint/suspicious/noExplicitAny: queries of any data and key may stand side by side; each stays typed where it is read.
type AnyQuery = FetchQueryOptions<any, any, any, any>

type Queries = readonly AnyQuery[] | ((args: LoaderFunctionArgs) => readonly AnyQuery[])

/**
 * Lazy route of a page with its queries. They start with the navigation and are not awaited. The frame shows at once,
 * with the page's own skeleton in place of missing data.
 */
export function screen(client: QueryClient, Component: ComponentType, queries: Queries = []) {
  return {
    Component,
    loader(args: LoaderFunctionArgs) {
      const session = readSession()
      if (!session || (args.request.url.includes('/admin/') && !isAdmin(session.user))) return null
      const wanted = typeof queries === 'function' ? queries(args) : queries
      for (const query of wanted) void client.prefetchQuery(query)
      return null
    },
  }
}

/** Search parameters of a loader's request. */
export const searchParamsOf = (request: Request) => new URL(request.url).searchParams
