import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { readAgain } from '#web/lib/read-again.ts'

/** Lists, counts and single ones are read again where they are shown. */
export function applyToAlerts(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'alert.updated' || event.type === 'alerts.changed') readAgain(client, alertKeys.all)
}
