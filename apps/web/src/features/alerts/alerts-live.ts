import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'

/** Refetches all alert queries that are on screen: lists, counts and single incidents. */
export function applyToAlerts(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'alert.updated' || event.type === 'alerts.changed') readAgain(client, alertKeys.all)
}
