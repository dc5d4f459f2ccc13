import type { Query, QueryClient } from '@tanstack/react-query'

/** First words of the query keys that a display needs to show its pages. */
export const DISPLAY_KEYS = new Set([
  'me',
  'display',
  'pages',
  'modules',
  'widget-agent',
  'widget-data',
  'widget-fleet',
  'widget-series',
  'widget-storage',
])

export const firstWordOf = ({ queryKey }: Pick<Query, 'queryKey'>) => String(queryKey[0])
/** True if a display stores the data of this query. */
export const isKept = (query: Query) => DISPLAY_KEYS.has(firstWordOf(query)) && query.state.data !== undefined

/** Time of the newest data that a display needs, in ms; 0 if there is none. */
export const newestData = (client: QueryClient): number =>
  Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .filter(isKept)
      .map(({ state }) => state.dataUpdatedAt),
  )
