import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { isAdmin, readSession } from '#web/lib/session.ts'

/** What a route shows beside its page. */
export type Handle = { title: string }

// biome-ignore lint/suspicious/noExplicitAny: queries of any data and key may stand side by side; each stays typed where it is read.
type AnyQuery = FetchQueryOptions<any, any, any, any>

type Queries = readonly AnyQuery[] | ((args: LoaderFunctionArgs) => readonly AnyQuery[])

/**
 * A lazy route's page with the queries it will read. They start with the navigation and are not waited for: the frame
 * shows at once, the page's own skeleton holds the place of what is still on its way.
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

/** The search of the address that a loader is asked for. */
export const searchOf = (request: Request) => new URL(request.url).searchParams
