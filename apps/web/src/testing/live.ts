import type { LiveEvent } from '@atalaya/contract/events'
import { HttpResponse, http } from 'msw'
import { startLiveEvents } from '#web/app/live-events.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { server } from '#web/testing/server.ts'

/** A server that sends these events at first. The returned function sends further ones. */
export function serveEvents(...events: LiveEvent[]) {
  const { readable, writable } = new TransformStream()
  const writer = writable.getWriter()
  const send = (event: LiveEvent) =>
    void writer.write(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(event)}\n\n`))
  for (const event of events) send(event)
  server.use(
    http.get('*/api/v1/events', () => new HttpResponse(readable, { headers: { 'content-type': 'text/event-stream' } })),
  )
  return send
}

/** Connects a client to the live events. Returns its query cache and a function that stops it. */
export function startLiveClient() {
  const client = createQueryClient()
  return { client, stop: startLiveEvents(client) }
}
