import type { LiveEvent } from '@atalaya/contract/events'
import { QueryObserver } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { startLiveEvents } from '#web/app/live-events.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { noteAnswer } from '#web/lib/reachable.ts'
import { readSession } from '#web/lib/session.ts'
import { ada, signedIn } from '#web/testing/render.tsx'
import { server } from '#web/testing/server.ts'

/** A server that says this and then stays silent. */
function says(event: LiveEvent) {
  const text = new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(event)}\n\n`)
  const body = new ReadableStream({ start: (controller) => controller.enqueue(text) })
  server.use(
    http.get('*/api/v1/events', () => new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })),
  )
}

function start() {
  const client = createQueryClient()
  return { client, stop: startLiveEvents(client) }
}

test('a change of the own account reaches the session', async () => {
  signedIn()
  says({ type: 'user.updated', data: { ...ada, name: 'Augusta' } })
  const { stop } = start()
  await vi.waitFor(() => expect(readSession()?.user?.name).toBe('Augusta'))
  stop()
})

test('resync makes everything in the cache stale', async () => {
  signedIn()
  says({ type: 'resync', data: {} })
  const { client, stop } = start()
  client.setQueryData(['anything'], 1)
  await vi.waitFor(() => expect(client.getQueryState(['anything'])?.isInvalidated).toBe(true))
  stop()
})

test('what is shown is read again when the server is back, but not what stays as it is', async () => {
  signedIn()
  const { client, stop } = start()
  const read = vi.fn(async () => 'answer')
  const code = vi.fn(async () => 'a code')
  const leave = [
    new QueryObserver(client, { queryKey: ['shown'], queryFn: read }),
    new QueryObserver(client, { queryKey: ['code'], queryFn: code, staleTime: 'static' }),
  ].map((observer) => observer.subscribe(() => undefined))
  await vi.waitFor(() => expect([client.isFetching(), code.mock.calls.length]).toEqual([0, 1]))
  noteAnswer(false)
  noteAnswer(true)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  expect(code).toHaveBeenCalledOnce()
  for (const end of leave) end()
  stop()
})
