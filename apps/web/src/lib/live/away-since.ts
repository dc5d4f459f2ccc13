import type { Signal } from '@atalaya/module-sdk/host'
import { useSyncExternalStore } from 'react'
import { newestData } from '#web/lib/calls/display-data.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { currentReach, onReach } from '#web/lib/live/reachable.ts'

let since: string | null = null

/**
 * Time of the last data while the server is away; null while it answers. The same instant for everything on the screen.
 */
export const awaySince: Signal<string | null> = {
  get() {
    const at = since === null && currentReach() !== 'online' && newestData(queryClient)
    if (at) since = new Date(at).toISOString()
    else if (currentReach() === 'online') since = null
    return since
  },
  subscribe: onReach,
}

export const useAwaySince = () => useSyncExternalStore(awaySince.subscribe, awaySince.get)
