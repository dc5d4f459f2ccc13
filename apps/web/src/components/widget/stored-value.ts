import { moduleRequests } from '@atalaya/contract/module-requests'
import type { StorageBackend, StoredValue } from '@atalaya/module-sdk/storage'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

const NO_ANSWER = 0

/** Stored value of a widget. While the server is away, the value that was read last: a display shows it. */
export function storageOf(client: QueryClient, widgetId: string): StorageBackend {
  const queryKey = ['widget-storage', widgetId]
  const known = () => client.getQueryData<StoredValue>(queryKey)
  return {
    async read() {
      try {
        const stored = await call(moduleRequests.readStorage, { params: { widgetId } })
        // An unchanged value is not cached again: displays write their cache to a memory card.
        if (known()?.version !== stored.version) client.setQueryData<StoredValue>(queryKey, stored)
        return stored
      } catch (error) {
        const last = known()
        if (last && error instanceof ApiError && error.status === NO_ANSWER) return last
        throw error
      }
    },
    async write(value, over) {
      try {
        const body = { value: value as never, ...(over !== undefined && { over }) }
        await call(moduleRequests.writeStorage, { params: { widgetId }, body })
        return true
      } catch (error) {
        if (over !== undefined && error instanceof ApiError && error.status === 409) return false
        throw error
      }
    },
  }
}
