import { moduleRequests } from '@atalaya/contract/module-requests'
import type { StorageBackend, StoredValue } from '@atalaya/module-sdk/storage'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { currentConnectivity, onConnectivity } from '#web/lib/live/connectivity.ts'

const NO_ANSWER = 0

/** Excludes 'offline': a request then fails at once, or reaches a server on this machine. */
const isUnanswered = () => currentConnectivity() === 'unreachable'

/** Stored value of a widget. While the server is away, the value that was read or written last: a display shows it. */
export function storageOf(client: QueryClient, widgetId: string): StorageBackend {
  const queryKey = ['widget-storage', widgetId]
  const readCached = () => client.getQueryData<StoredValue>(queryKey)
  const cache = (stored: StoredValue) => client.setQueryData<StoredValue>(queryKey, stored)

  /** Reads from the server. Aborts once the server is away: without an answer a request can wait for minutes. */
  async function readFromServer() {
    const controller = new AbortController()
    const stop = onConnectivity(() => {
      if (readCached() && isUnanswered()) controller.abort(new ApiError(NO_ANSWER, 'The server cannot be reached'))
    })
    try {
      return await call(moduleRequests.readStorage, { params: { widgetId } }, controller.signal)
    } finally {
      stop()
    }
  }

  return {
    async read() {
      const cached = readCached()
      if (cached && isUnanswered()) return cached
      try {
        const stored = await readFromServer()
        // An unchanged value is not cached again: displays write their cache to a memory card.
        if (readCached()?.version !== stored.version) cache(stored)
        return stored
      } catch (error) {
        const last = readCached()
        if (last && error instanceof ApiError && error.status === NO_ANSWER) return last
        throw error
      }
    },
    async write(value, over) {
      try {
        const body = { value: value as never, ...(over !== undefined && { over }) }
        await call(moduleRequests.writeStorage, { params: { widgetId }, body })
        // The answer names no version. An update over null conflicts, and then reads the new one.
        cache({ value, version: null })
        return true
      } catch (error) {
        if (over !== undefined && error instanceof ApiError && error.status === 409) return false
        throw error
      }
    },
  }
}
