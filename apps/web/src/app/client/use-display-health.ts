import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Memory, newestData, rememberDisplay } from '#web/app/client/display-memory.ts'
import { useReach } from '#web/lib/reachable.ts'

/** Remembers what a display shows. Answers since when that may be old; null while the server answers. */
export function useDisplayHealth(memory?: Memory): Date | null {
  const client = useQueryClient()
  const isAway = useReach() !== 'online'
  const [asOf, setAsOf] = useState<Date | null>(null)

  useEffect(() => rememberDisplay(client, memory), [client, memory])
  useEffect(() => setAsOf(isAway ? newestData(client) : null), [client, isAway])
  return asOf
}
