import { agents } from '@atalaya/contract/agents'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { telemetry } from '@atalaya/contract/telemetry'
import { createSignal } from '@atalaya/module-sdk/signal'
import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { applyToWidgets } from '#web/components/widget/agent-events.ts'
import { liveWidgetApi } from '#web/components/widget/live-widget-api.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { isKept } from '#web/lib/calls/display-data.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

beforeEach(() => startSession())

const live = (client: QueryClient, suspended = createSignal(false)) => liveWidgetApi(client, 'w1')(suspended)

test('a widget out of view gets the changes of its agent when it is back', async () => {
  const nas = anAgent({ agentId: 'nas', name: 'Attic' })
  answerCall(agents.get, () => ({ agent: nas }))
  answerCall(telemetry.range, () => ({ from: 0, stepMs: 1, tier: 'raw' as const, counts: [], series: [], metrics: [] }))
  const client = new QueryClient()
  const suspended = createSignal(false)
  const view = live(client, suspended).agent('nas')
  const names: (string | null)[] = []
  const stop = view.subscribe(() => {
    const shown = view.get()
    if (shown.state === 'ready') names.push(shown.agent.name)
  })
  await expect.poll(() => names).toEqual(['Attic'])
  suspended.set(true)
  applyToWidgets(client, { type: 'agent.updated', data: { ...nas, name: 'Cellar' } })
  // The query's observers hear of a change a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  expect(names).toEqual(['Attic'])
  suspended.set(false)
  expect(names).toEqual(['Attic', 'Cellar'])
  stop()
  expect(client.getQueryCache().findAll({ type: 'active' })).toEqual([])
})

test.each([
  ['that names the version it read resolves to false', 'v1', 409, false],
  ['that names no version is a failure', undefined, 409, 'No'],
  ['that names a version is a failure if the server fails', 'v1', 500, 'No'],
])('a refused write of a widget %s', async (_what, over, status, outcome) => {
  answerCall(moduleRequests.writeStorage, () => {
    throw new ApiError(status, 'No')
  })
  const { storage } = live(new QueryClient())
  const stored = storage.write([1], over).catch((error: Error) => error.message)
  expect(await stored).toBe(outcome)
})

test('the stored value of a widget is read from memory while the server is away, and only then', async () => {
  const client = new QueryClient()
  answerCall(moduleRequests.readStorage, () => ({ value: ['Tea'], version: 'v1' }))
  await live(client).storage.read()
  const readAfter = (answer: () => Response) => {
    server.use(http.get('*/storage/w1', answer))
    return live(client)
      .storage.read()
      .catch((error: Error) => error.message)
  }
  expect(await readAfter(() => HttpResponse.error())).toEqual({ value: ['Tea'], version: 'v1' })
  recordAnswer(true)
  expect(await readAfter(() => HttpResponse.json({ error: 'No' }, { status: 404 }))).toBe('No')
  expect(client.getQueryCache().getAll().filter(isKept)).toHaveLength(1)
})
