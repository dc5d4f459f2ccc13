import type { DisplayOrder } from '@atalaya/contract/displays'
import type { QueryClient } from '@tanstack/react-query'
import { type Applier, applyEvent, applyToCatalogue } from '#web/app/apply-event.ts'
import { reportNow } from '#web/app/display-screen/health.ts'
import { ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { applyToOwnDisplay } from '#web/app/display-screen/own-events.ts'
import { applyToWidgets } from '#web/components/widget/agent-events.ts'
import { applyToSources } from '#web/components/widget/source-events.ts'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { applyToPages } from '#web/features/boards/boards.queries.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'
import { onReturn } from '#web/lib/live/connectivity.ts'
import { takePosition } from '#web/lib/live/live-position.ts'
import { openLiveStream } from '#web/lib/live/live-stream.ts'

const appliers: Applier[] = [
  applyToOwnDisplay,
  applyToPages,
  applyToWidgets,
  applyToSources,
  applyToAlerts,
  applyToCatalogue,
]

/**
 * Follows live events as this display. Its own stream keeps out the events for a person in the same browser.
 * Returns a function that stops it.
 */
export function startDisplayLive(client: QueryClient, onOrder: (order: DisplayOrder) => void): () => void {
  const controller = new AbortController()
  // Events sent while the server was away are lost, so everything is read again.
  const stopOnReturn = onReturn(() => readAgain(client, []))
  let lastId: string | null = null

  void openLiveStream({
    beginAt: () => lastId ?? takePosition(),
    signal: controller.signal,
    // The answer to a report says why, such as a blocked owner.
    onRefused: reportNow,
    onEvent(event, id) {
      lastId = id
      applyEvent(client, appliers, event)
      const ownId = client.getQueryData(ownDisplayQuery.queryKey)?._id
      if (event.type === 'display.told' && ownId && event.data.displayIds.includes(ownId)) onOrder(event.data.order)
    },
  })
  return () => {
    controller.abort()
    stopOnReturn()
  }
}
