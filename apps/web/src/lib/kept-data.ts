import type { Query, QueryClient } from '@tanstack/react-query'

/** What a display needs to show its pages, by the first word of the query's key. */
export const KEPT = new Set([
  'me',
  'display',
  'pages',
  'modules',
  'widget-agent',
  'widget-data',
  'widget-fleet',
  'widget-series',
])

export const wordOf = ({ queryKey }: Pick<Query, 'queryKey'>) => String(queryKey[0])
export const isKept = (query: Query) => KEPT.has(wordOf(query)) && query.state.data !== undefined

/** When the newest of what is shown came, in ms; 0 where nothing ever did. */
export const newestData = (client: QueryClient): number =>
  Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .filter(isKept)
      .map(({ state }) => state.dataUpdatedAt),
  )
