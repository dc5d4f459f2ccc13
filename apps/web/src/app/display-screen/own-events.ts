import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { changeOwn, ownQuery } from '#web/app/display-screen/own-display.ts'
import { readAgain } from '#web/lib/read-again.ts'

/** Applies a live event to what this display knows of itself; what it does not tell is read again. */
export function applyToOwn(client: QueryClient, event: LiveEvent): void {
  const before = client.getQueryData(ownQuery.queryKey)?.settings.onAlert ?? null
  if (event.type === 'display.updated') {
    const { name, zone, entries, settings, event: wanted } = event.data
    changeOwn(client, (own) => ({ ...own, name, zone, entries, settings, event: wanted }))
    // Whether there is an alert that is meant now.
    if (JSON.stringify(settings.onAlert) !== JSON.stringify(before)) readAgain(client, ownQuery.queryKey)
  }
  // That it was deleted the refusal tells for sure.
  if (event.type === 'display.deleted') readAgain(client, ownQuery.queryKey)
  if (before && (event.type === 'alert.updated' || event.type === 'alerts.changed')) {
    readAgain(client, ownQuery.queryKey)
  }
}
