import { agents } from '@atalaya/contract/agents'
import { createSignal } from '@atalaya/module-sdk/signal'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { enableFleetIfShown } from '#web/app/display-screen/own-fleet.ts'
import { watchFleet } from '#web/components/widget/fleet-view.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const spark = aModule('spark', [0, 0, 1, 1])
const overview = { ...aModule('overview', [1, 0, 1, 1]), meta: { ...spark.meta, shows: ['fleet' as const] } }

test.each([
  ['asks for no fleet if no module shows it, which the server would refuse', [spark], 'loading', 0],
  ['asks for the fleet that a module shows', [spark, overview], 'ready', 1],
])('a widget on a display %s', async (_claim, modules, state, count) => {
  startSession()
  let requests = 0
  answerCall(agents.list, () => {
    requests += 1
    return { agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 100 } }
  })
  const client = new QueryClient()
  enableFleetIfShown(client)
  client.setQueryData(pagesQuery.queryKey, [aPage({ modules })])
  const fleet = watchFleet(client, createSignal(false))
  const stop = fleet.subscribe(() => undefined)
  await expect.poll(() => [fleet.get().state, client.isFetching()]).toEqual([state, 0])
  expect(requests).toBe(count)
  stop()
})
