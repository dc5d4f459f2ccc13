import { moduleRequests } from '@atalaya/contract/module-requests'
import { type StorageBackend, widgetStorage } from '@atalaya/module-sdk/storage'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { storageOf } from '#web/components/widget/stored-value.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const DAY_MS = 86_400_000

/** A server that stores one value, and the storage of a widget there. */
function stored(value: unknown) {
  const now = { value, version: 1, reads: 0 }
  answerCall(moduleRequests.readStorage, () => {
    now.reads += 1
    return { value: now.value as never, version: String(now.version) }
  })
  answerCall(moduleRequests.writeStorage, ({ body }) => {
    if (body.over !== undefined && body.over !== String(now.version)) throw new ApiError(409, 'Changed')
    now.value = body.value
    now.version += 1
    return {}
  })
  return { now, storage: storageOf(createQueryClient(), 'w1') }
}

const goAway = () => server.use(http.all('*/storage/w1', () => HttpResponse.error()))
const append = (storage: StorageBackend, item: string) =>
  widgetStorage(storage).update((list) => [...(list as string[]), item])

beforeEach(() => startSession())

test('a change by this screen stays when the server goes away right after it', async () => {
  const { storage } = stored(['Tea'])
  await append(storage, 'Milk')
  goAway()
  expect((await storage.read()).value).toEqual(['Tea', 'Milk'])
})

test('a change over a value that this screen wrote keeps those of others', async () => {
  const { now, storage } = stored(['Tea'])
  await append(storage, 'Milk')
  Object.assign(now, { value: ['Rice'], version: 7 })
  recordAnswer(false)
  await append(storage, 'Eggs')
  expect(now.value).toEqual(['Rice', 'Eggs'])
})

test('a stored value is shown however long the server is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { storage } = stored(['Tea'])
  await storage.read()
  vi.advanceTimersByTime(2 * DAY_MS)
  goAway()
  expect((await storage.read()).value).toEqual(['Tea'])
})

test('a stored value is read at once while the server is known to be away, and anew when it is back', async () => {
  const { now, storage } = stored(['Tea'])
  await storage.read()
  Object.assign(now, { value: ['Rice'], version: 2 })
  recordAnswer(false)
  expect([(await storage.read()).value, now.reads]).toEqual([['Tea'], 1])
  recordAnswer(true)
  expect([(await storage.read()).value, now.reads]).toEqual([['Rice'], 2])
})

test('a read without an answer ends with the value of before once the server is known to be away', async () => {
  const { storage } = stored(['Tea'])
  await storage.read()
  const requested = Promise.withResolvers<void>()
  server.use(
    http.get('*/storage/w1', () => {
      requested.resolve()
      return new Promise<Response>(() => undefined)
    }),
  )
  const read = storage.read()
  await requested.promise
  recordAnswer(false)
  expect((await read).value).toEqual(['Tea'])
})
