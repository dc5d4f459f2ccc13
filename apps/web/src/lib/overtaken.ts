import type { QueryClient } from '@tanstack/react-query'

/**
 * An answer that was asked for before an event and arrives after it would put the old state back. Whatever is being
 * fetched when `note` is called is fetched once more when it is there. Answers how to stop.
 */
export function watchOvertaken(client: QueryClient) {
  const cache = client.getQueryCache()
  const overtaken = new Set<string>()
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { queryHash, queryKey } = event.query
    if (overtaken.delete(queryHash)) void client.invalidateQueries({ queryKey, exact: true })
  })
  return {
    note() {
      for (const { queryHash } of cache.findAll({ fetchStatus: 'fetching' })) overtaken.add(queryHash)
    },
    stop,
  }
}
