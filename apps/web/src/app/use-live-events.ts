import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Keeps the query cache up to date for the signed-in account. Its code is not needed for the first paint. */
export function useLiveEvents(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    const started = import('#web/app/live-events.ts').then(({ startLiveEvents }) => startLiveEvents(client))
    return () => void started.then((stop) => stop())
  }, [client, userId])
}
