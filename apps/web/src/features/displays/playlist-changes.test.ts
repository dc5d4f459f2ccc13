import { type Display, displays } from '@atalaya/contract/displays'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { changePlaylist, displaysQuery, editDisplay } from '#web/features/displays/displays.queries.ts'
import { applyToDisplays } from '#web/features/displays/displays-live.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { answerCall } from '#web/testing/server.ts'

const entriesOf = (...pages: string[]): Display['entries'] =>
  pages.map((pageId) => ({ pageId, seconds: 30, hours: null }))

/** A list with one display, and a server that answers its changes on request. */
function start() {
  const client = new QueryClient()
  client.setQueryData(displaysQuery.queryKey, [aDisplay()])
  const requests: PromiseWithResolvers<{ display: Display }>[] = []
  answerCall(displays.edit, () => {
    const answer = Promise.withResolvers<{ display: Display }>()
    requests.push(answer)
    return answer.promise
  })
  const change = (...pages: string[]) => {
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions(changePlaylist))
    return mutation.execute({ id: aDisplay()._id, entries: entriesOf(...pages) }).catch(() => undefined)
  }
  const rename = (name: string) => {
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions(editDisplay))
    return mutation.execute({ id: aDisplay()._id, name })
  }
  const cachedPageIds = () => client.getQueryData(displaysQuery.queryKey)?.[0]?.entries.map(({ pageId }) => pageId)
  return { client, requests, change, rename, cachedPageIds }
}

test('a second change stays shown while the first one is sent and answered', async () => {
  const { client, requests, change, cachedPageIds } = start()
  const changes = [change('a'), change('a', 'b')]
  await expect.poll(() => requests).toHaveLength(1)
  expect(cachedPageIds()).toEqual(['a', 'b'])
  const first = aDisplay({ name: 'Stairs', entries: entriesOf('a') })
  applyToDisplays(client, { type: 'display.updated', data: first })
  expect(cachedPageIds()).toEqual(['a', 'b'])
  requests[0]?.resolve({ display: first })
  await expect.poll(() => requests).toHaveLength(2)
  expect(cachedPageIds()).toEqual(['a', 'b'])
  expect(client.getQueryData(displaysQuery.queryKey)?.[0]?.name).toBe('Stairs')
  requests[1]?.resolve({ display: aDisplay({ entries: entriesOf('a', 'b', 'by somebody else') }) })
  await Promise.all(changes)
  expect(cachedPageIds()).toEqual(['a', 'b', 'by somebody else'])
})

test('a refused change is undone, and the one after it stays', async () => {
  const { client, requests, change, cachedPageIds } = start()
  answerCall(displays.list, () => ({ displays: [aDisplay({ place: 'by the door', entries: [] })] }))
  const changes = [change('a'), change('a', 'b')]
  await expect.poll(() => requests).toHaveLength(1)
  requests[0]?.reject(new ApiError(409, 'No'))
  await expect.poll(() => requests).toHaveLength(2)
  await client.fetchQuery(displaysQuery)
  expect(client.getQueryData(displaysQuery.queryKey)?.[0]?.place).toBe('by the door')
  expect(cachedPageIds()).toEqual(['a', 'b'])
  requests[1]?.resolve({ display: aDisplay({ entries: entriesOf('a', 'b') }) })
  await Promise.all(changes)
  expect(cachedPageIds()).toEqual(['a', 'b'])
})

test('a refused change is undone on a list that is shown', async () => {
  const { client, requests, change, cachedPageIds } = start()
  answerCall(displays.list, () => ({ displays: [aDisplay({ entries: [] })] }))
  onTestFinished(
    new QueryObserver(client, { ...displaysQuery, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {}),
  )
  const refused = change('a')
  await expect.poll(() => requests).toHaveLength(1)
  expect(cachedPageIds()).toEqual(['a'])
  requests[0]?.reject(new ApiError(409, 'No'))
  await refused
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(cachedPageIds()).toEqual([])
})

test('the answer to another edit of the display keeps a playlist that is still to be sent', async () => {
  const { client, requests, change, rename, cachedPageIds } = start()
  const changes = [rename('Stairs'), change('a', 'b')]
  await expect.poll(() => requests).toHaveLength(1)
  requests[0]?.resolve({ display: aDisplay({ name: 'Stairs' }) })
  await expect.poll(() => requests).toHaveLength(2)
  expect(client.getQueryData(displaysQuery.queryKey)?.[0]?.name).toBe('Stairs')
  expect(cachedPageIds()).toEqual(['a', 'b'])
  requests[1]?.resolve({ display: aDisplay({ name: 'Stairs', entries: entriesOf('a', 'b') }) })
  await Promise.all(changes)
})

test('edits of a display are sent one after the other, so that no older answer comes last', async () => {
  const { requests, change, rename } = start()
  const changes = [change('a'), rename('Stairs')]
  await expect.poll(() => requests).toHaveLength(1)
  requests[0]?.resolve({ display: aDisplay({ entries: entriesOf('a') }) })
  await changes[0]
  await expect.poll(() => requests).toHaveLength(2)
  requests[1]?.resolve({ display: aDisplay({ name: 'Stairs', entries: entriesOf('a') }) })
  await Promise.all(changes)
})
