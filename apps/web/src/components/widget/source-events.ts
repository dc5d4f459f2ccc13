import type { LiveEvent } from '@atalaya/contract/events'
import type { SourceState } from '@atalaya/contract/source-state'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#web/lib/calls/read-again.ts'

/** First word of the query keys of data sources; the second is the widget's id. */
export const DATA_KEY = 'widget-data'

/** Applies a live event to the data of widgets on screen. */
export function applyToSources(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'page.updated') {
    // Another configuration is another source.
    for (const { _id } of event.data.modules) readAgain(client, [DATA_KEY, _id])
  }
  if (event.type !== 'source.updated') return
  client.setQueriesData<SourceState>({ queryKey: [DATA_KEY] }, (known) =>
    known?.source === event.data.source ? event.data : known,
  )
}
