import type { LiveEvent } from '@atalaya/contract/events'
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { agentsOfQuery } from '#web/app/home/home.queries.ts'
import { AGENT_KEY, FLEET_KEY } from '#web/components/widget/agent-events.ts'
import { DATA_KEY } from '#web/components/widget/source-events.ts'
import { meQuery, sessionsQuery } from '#web/features/account/account.queries.ts'
import { agentQuery } from '#web/features/agents/agents.queries.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { recordPosition, takePosition } from '#web/lib/live/live-position.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'
import { readSession } from '#web/lib/session/session.ts'
import { aPage } from '#web/testing/boards.ts'
import { serveEvents, startLiveClient } from '#web/testing/live.ts'
import { ada, bea, startSession } from '#web/testing/render.tsx'
import { server } from '#web/testing/server.ts'

test("a change of the user's account reaches the session", async () => {
  startSession()
  serveEvents({ type: 'user.updated', data: { ...ada, name: 'Augusta' } })
  const { stop } = startLiveClient()
  await expect.poll(() => readSession()?.user?.name).toBe('Augusta')
  stop()
})

test('an event of a newer server that this client does not know changes nothing', async () => {
  startSession()
  const future = { type: 'from.the.future', data: {} } as unknown as LiveEvent
  serveEvents(future, { type: 'user.updated', data: { ...ada, name: 'Augusta' } })
  const { client, stop } = startLiveClient()
  client.setQueryData(['anything'], 1)
  await expect.poll(() => readSession()?.user?.name).toBe('Augusta')
  expect(client.getQueryData(['anything'])).toBe(1)
  expect(client.getQueryState(['anything'])?.isInvalidated).toBe(false)
  stop()
})

test('resync makes everything in the cache stale', async () => {
  startSession()
  serveEvents({ type: 'resync', data: {} })
  const { client, stop } = startLiveClient()
  client.setQueryData(['anything'], 1)
  await expect.poll(() => client.getQueryState(['anything'])?.isInvalidated).toBe(true)
  stop()
})

test('shown data are read again when the server is back, except constant data', async () => {
  startSession()
  const { client, stop } = startLiveClient()
  const read = vi.fn(async () => 'answer')
  const code = vi.fn(async () => 'a code')
  const unsubscribes = [
    new QueryObserver(client, { queryKey: ['shown'], queryFn: read }),
    new QueryObserver(client, { queryKey: ['code'], queryFn: code, staleTime: 'static' }),
  ].map((observer) => observer.subscribe(() => undefined))
  await expect.poll(() => [client.isFetching(), code.mock.calls.length]).toEqual([0, 1])
  recordAnswer(false)
  recordAnswer(true)
  await expect.poll(() => read).toHaveBeenCalledTimes(2)
  expect(code).toHaveBeenCalledOnce()
  for (const unsubscribe of unsubscribes) unsubscribe()
  stop()
})

test('after the end nothing is read again when the server is back', () => {
  startSession()
  const { client, stop } = startLiveClient()
  client.setQueryData(['anything'], 1)
  stop()
  recordAnswer(false)
  recordAnswer(true)
  expect(client.getQueryState(['anything'])?.isInvalidated).toBe(false)
})

const ownAgent = anAgent({ agentId: 'a', user: { ...anAgent().user, _id: 'ada' } })
const asleep = { ...ownAgent, isOnline: false, status: 'offline' as const }
const source = { source: 's', data: 1, asOf: null, staleAfterMs: 1, error: null }
const sourceKey = [DATA_KEY, 'widget']
/** Sent last to mark the end; no query is read again because of it. */
const last: LiveEvent = { type: 'source.updated', data: { ...source, data: 2 } }

/** Cached data before an event. */
const cachedData: Record<string, [key: QueryKey, data: unknown]> = {
  me: [meQuery.queryKey, { user: ada }],
  users: [usersQuery.queryKey, [ada, bea]],
  sessions: [sessionsQuery.queryKey, []],
  catalogue: [catalogueQuery.queryKey, []],
  pages: [pagesQuery.queryKey, [aPage()]],
  displays: [displaysQuery.queryKey, [aDisplay()]],
  home: [agentsOfQuery('ada').queryKey, { agents: [ownAgent], total: 1, online: 1 }],
  agent: [agentQuery('a').queryKey, ownAgent],
  widget: [[AGENT_KEY, 'a'], { agent: ownAgent, samples: [] }],
  fleet: [[FLEET_KEY], { total: 1, agents: [ownAgent] }],
}

/** Feeds an event to the client; returns the queries that changed or became stale. */
async function receive(event: LiveEvent) {
  startSession()
  serveEvents(event, last)
  const { client, stop } = startLiveClient()
  for (const [key, data] of Object.values(cachedData)) client.setQueryData(key, data)
  client.setQueryData(sourceKey, source)
  await expect.poll(() => client.getQueryData(sourceKey)).toEqual(last.data)
  stop()
  return Object.keys(cachedData).filter((name) => {
    const [key, data] = cachedData[name] ?? []
    return client.getQueryData(key ?? []) !== data || client.getQueryState(key ?? [])?.isInvalidated
  })
}

test.each<[LiveEvent, changes: string[]]>([
  [{ type: 'user.updated', data: { ...ada, name: 'Augusta' } }, ['me', 'users']],
  [{ type: 'user.updated', data: { ...bea, name: 'Beatriz' } }, ['users']],
  [{ type: 'user.deleted', data: { _id: 'bea' } }, ['users']],
  [{ type: 'session.revoked', data: { sessionId: 's' } }, ['sessions']],
  [{ type: 'modules.changed', data: {} }, ['catalogue']],
  [{ type: 'page.updated', data: aPage({ version: 2 }) }, ['pages']],
  [{ type: 'page.deleted', data: { _id: 'home' } }, ['pages']],
  [{ type: 'display.updated', data: aDisplay({ isOnline: false }) }, ['displays']],
  [{ type: 'display.deleted', data: { _id: 'kitchen' } }, ['displays']],
  [{ type: 'agent.updated', data: asleep }, ['home', 'agent', 'widget', 'fleet']],
  [{ type: 'agent.updated', data: anAgent({ agentId: 'b' }) }, []],
  [{ type: 'agent.deleted', data: { agentId: 'a' } }, ['agent', 'widget', 'fleet']],
  [{ type: 'agent.data', data: { samples: [], records: [] } }, []],
  [last, []],
  [{ type: 'resync', data: {} }, Object.keys(cachedData)],
])('an event $type changes only the data that it concerns (%#)', async (event, changes) => {
  expect(await receive(event)).toEqual(changes)
  const isOwn = event.type === 'user.updated' && event.data._id === 'ada'
  expect(readSession()?.user?.name).toBe(isOwn ? 'Augusta' : 'Ada')
})

test('data marked as outdated stay marked after an event has changed them', async () => {
  startSession()
  serveEvents({ type: 'resync', data: {} }, { type: 'page.updated', data: aPage({ version: 2 }) }, last)
  const { client, stop } = startLiveClient()
  client.setQueryData(pagesQuery.queryKey, [aPage()])
  client.setQueryData(sourceKey, source)
  await expect.poll(() => client.getQueryData(sourceKey)).toEqual(last.data)
  stop()
  // A page made during the request would be missing in the answer.
  expect(client.getQueryData(pagesQuery.queryKey)).toEqual([aPage({ version: 2 })])
  expect(client.getQueryState(pagesQuery.queryKey)?.isInvalidated).toBe(true)
})

test.each<[LiveEvent, times: number]>([
  [{ type: 'user.deleted', data: { _id: 'bea' } }, 2],
  [{ type: 'agent.data', data: { samples: [], records: [] } }, 1],
  [last, 1],
])('a request running while $type arrives is repeated if the event may affect it', async (event, times) => {
  startSession()
  serveEvents(event, last)
  const { client, stop } = startLiveClient()
  client.setQueryData(sourceKey, source)
  const answers: (() => void)[] = []
  const read = vi.fn(() => new Promise<number>((resolve) => answers.push(() => resolve(1))))
  const unsubscribe = new QueryObserver(client, { queryKey: ['slow'], queryFn: read }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(sourceKey)).toEqual(last.data)
  answers[0]?.()
  await expect.poll(() => client.getQueryData(['slow'])).toBe(1)
  expect(read).toHaveBeenCalledTimes(times)
  unsubscribe()
  stop()
})

/** Positions that the streams ask for, in order. These streams send nothing. */
function recordPositions() {
  const lastIds: (string | null)[] = []
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      lastIds.push(request.headers.get('last-event-id'))
      return new HttpResponse(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return lastIds
}

test('the stream begins at the position of the first answer', async () => {
  startSession()
  const lastIds = recordPositions()
  takePosition()
  recordPosition('x-7')
  const { stop } = startLiveClient()
  await expect.poll(() => lastIds).toEqual(['x-7'])
  stop()
})

test('events from the leading tab are applied, and a tab that takes over continues after the last one', async () => {
  startSession()
  let lead: (() => void) | undefined
  const request = (_name: string, _options: object, work: () => Promise<void>) =>
    new Promise((resolve) => {
      lead = () => resolve(work())
    })
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  serveEvents(last)
  const other = new BroadcastChannel('live-events')
  const onMessage = vi.fn()
  other.onmessage = ({ data }) => onMessage(data)
  const { client, stop } = startLiveClient()
  client.setQueryData(sourceKey, source)
  const post = (data: number, to: string) =>
    other.postMessage({ event: { ...last, data: { ...source, data } }, id: `x-${data}`, to })
  post(5, 'ada')
  await expect.poll(() => client.getQueryData(sourceKey)).toMatchObject({ data: 5 })
  // An answer that arrives late, with an older position of the events.
  takePosition()
  recordPosition('x-2')
  const lastIds = recordPositions()
  lead?.()
  await expect.poll(() => lastIds).toEqual(['x-5'])
  stop()
  other.close()
  vi.unstubAllGlobals()
})
