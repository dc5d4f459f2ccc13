import { type LiveEvent, liveEvent } from '@atalaya/contract/events'

/**
 * Opens `GET /api/v1/events` for real and collects its events. `lastId` is an earlier stream's position, `more` has
 * other headers.
 */
export async function openEvents(address: string, token: string, lastId = '', more: Record<string, string> = {}) {
  const aborter = new AbortController()
  const headers = { ...more, authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': lastId }) }
  const response = await fetch(`${address}/api/v1/events`, { headers, signal: aborter.signal })
  if (!response.body) throw new Error('no stream')
  const events: LiveEvent[] = []
  const received = { id: '' }
  const ended = collect(response.body, events, received).catch(() => {})
  return {
    events,
    /** Time in ms after which the server ends the stream, by its header. */
    endsInMs: Number(response.headers.get('x-live-ends-in')),
    lastId: () => received.id,
    /** Settles when the server ends the stream. */
    ended,
    ofType: <T extends LiveEvent['type']>(type: T) =>
      events.filter((event): event is Extract<LiveEvent, { type: T }> => event.type === type),
    async close() {
      aborter.abort()
      await ended
    },
  }
}

async function collect(body: ReadableStream<Uint8Array>, events: LiveEvent[], received: { id: string }): Promise<void> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      received.id = /^id: (.*)$/m.exec(block)?.[1] ?? received.id
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data) events.push(liveEvent.parse(JSON.parse(data)))
    }
  }
}
