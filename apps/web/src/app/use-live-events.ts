import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Keeps the query cache up to date for the signed-in account. Its code is not needed for the first paint. */
export function useLiveEvents(userId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    const stop = import('#web/app/live-events.ts').then(({ startLiveEvents }) => startLiveEvents(client))
    return () => void stop.then((end) => end())
  }, [client, userId])
}
