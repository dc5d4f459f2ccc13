import type { Signal } from '@atalaya/module-sdk/host'
import { useSyncExternalStore } from 'react'
import { newestData } from '#web/lib/calls/display-data.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { currentConnectivity, onConnectivity } from '#web/lib/live/connectivity.ts'

let since: string | null = null

/**
 * Time of the last data while the server is away; null while it answers. The same instant for everything on the screen.
 */
export const awaySince: Signal<string | null> = {
  get() {
    const newestAt = since === null && currentConnectivity() !== 'online' && newestData(queryClient)
    if (newestAt) since = new Date(newestAt).toISOString()
    else if (currentConnectivity() === 'online') since = null
    return since
  },
  subscribe: onConnectivity,
}

export const useAwaySince = () => useSyncExternalStore(awaySince.subscribe, awaySince.get)
