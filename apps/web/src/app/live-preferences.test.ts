import type { LiveEvent } from '@atalaya/contract/events'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { expect, test } from 'vitest'
import { preferencesQuery } from '#web/lib/preferences.ts'
import { readSession } from '#web/lib/session/session.ts'
import { themesQuery } from '#web/lib/themes.ts'
import { serveEvents, startLiveClient } from '#web/testing/live.ts'
import { ada, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test.each<LiveEvent>([
  { type: 'themes.changed', data: { id: 'sea' } },
  { type: 'resync', data: {} },
])('after $type the choices of formats and colours are read again, even if no screen shows them', async (event) => {
  startSession()
  let reads = 0
  answerCall(preferenceCalls.read, () => {
    reads += 1
    return { preferences: { colours: 'sea' } }
  })
  const send = serveEvents()
  const { client, stop } = startLiveClient()
  await expect.poll(() => [reads, client.isFetching()]).toEqual([1, 0])
  send(event)
  await expect.poll(() => reads).toBe(2)
  stop()
})

test('a change of a theme that is not chosen refreshes only the list of themes', async () => {
  startSession()
  answerCall(preferenceCalls.read, () => ({ preferences: { colours: 'sea' } }))
  const send = serveEvents()
  const { client, stop } = startLiveClient()
  await expect.poll(() => client.getQueryData(preferencesQuery.queryKey)).toBeDefined()
  client.setQueryData(themesQuery.queryKey, [])
  send({ type: 'themes.changed', data: { id: 'walk' } })
  await expect.poll(() => client.getQueryState(themesQuery.queryKey)?.isInvalidated).toBe(true)
  expect(client.getQueryState(preferencesQuery.queryKey)).toMatchObject({ isInvalidated: false, fetchStatus: 'idle' })
  stop()
})

test('a choice made elsewhere during a read is not overwritten by the older answer', async () => {
  startSession()
  const answers: ((colours: string) => void)[] = []
  answerCall(preferenceCalls.read, async () => {
    const colours = await new Promise<string>((resolve) => answers.push(resolve))
    return { preferences: { colours, look: { of: colours, light: {}, dark: {} } } }
  })
  const send = serveEvents()
  const { client, stop } = startLiveClient()
  await expect.poll(() => answers).toHaveLength(1)
  send({ type: 'preferences.updated', data: { colours: 'sea', look: { of: 'sea', light: {}, dark: {} } } })
  send({ type: 'user.updated', data: { ...ada, name: 'Augusta' } })
  await expect.poll(() => readSession()?.user?.name).toBe('Augusta')
  answers[0]?.('atalaya')
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.('sea')
  await expect.poll(() => client.getQueryData(preferencesQuery.queryKey)?.colours).toBe('sea')
  stop()
})
