import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { changeOwnDisplay, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'

/** Applies a live event to the state of this display; reads again what the event does not contain. */
export function applyToOwnDisplay(client: QueryClient, event: LiveEvent): void {
  const { settings: current, look } = client.getQueryData(ownDisplayQuery.queryKey) ?? {}
  const { onAlert: currentOnAlert = null, colours = null } = current ?? {}
  if (event.type === 'display.updated') {
    const { name, zone, entries, settings, event: pageEvent } = event.data
    changeOwnDisplay(client, (display) => ({ ...display, name, zone, entries, settings, event: pageEvent }))
    // The event does not say if a matching alert fires now, nor the colours of a theme.
    const isSame = settings.colours === colours && JSON.stringify(settings.onAlert) === JSON.stringify(currentOnAlert)
    if (!isSame) readAgain(client, ownDisplayQuery.queryKey)
  }
  // The refusal of the next read confirms the deletion. The owner's preferences can hold other colours.
  if (event.type === 'display.deleted' || event.type === 'preferences.updated')
    readAgain(client, ownDisplayQuery.queryKey)
  if (event.type === 'themes.changed' && event.data.id === look?.of) readAgain(client, ownDisplayQuery.queryKey)
  if (currentOnAlert && (event.type === 'alert.updated' || event.type === 'alerts.changed')) {
    readAgain(client, ownDisplayQuery.queryKey)
  }
}
