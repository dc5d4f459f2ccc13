import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Memory, rememberDisplay } from '#web/app/client/display-memory.ts'
import { useAwaySince } from '#web/lib/live/away-since.ts'

/** Stores the display's content. Returns since when it may be outdated; null while the server answers. */
export function useDisplayHealth(memory?: Memory): Date | null {
  const client = useQueryClient()
  const since = useAwaySince()
  useEffect(() => rememberDisplay(client, memory), [client, memory])
  return since === null ? null : new Date(since)
}
