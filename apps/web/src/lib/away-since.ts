import type { Signal } from '@atalaya/module-sdk/host'
import { useSyncExternalStore } from 'react'
import { newestData } from '#web/lib/kept-data.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentReach, onReach } from '#web/lib/reachable.ts'

let since: string | null = null

/** When the server was last heard, once it is away; null while it answers. One instant for a screen and all on it. */
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
