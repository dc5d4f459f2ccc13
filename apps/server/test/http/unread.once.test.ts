// Unread answers, which take memory while their connection lives.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePhotos, PHOTO_MAX_BYTES } from '@atalaya/contract/module-photos'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { boundUnread, type UnreadBounds, unreadBounds } from '#server/http/unread.ts'
import { largePhoto } from '#test/support/photos.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Number of requests for a photo whose answers are larger than the system's buffer of a connection. */
const PIPELINED = 16
const MB = 1024 * 1024

/** A server, and a person with a photo in a widget. */
async function createWorld(times: Partial<UnreadBounds>) {
  const world = await createTestApp({ times })
  onTestFinished(() => world.close())
  const { host, port } = new URL(await world.listen())
  const token = (await world.signUp()).tokens.accessToken
  const { _id: id } = (await world.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data.page
  const options = { params: { id }, body: { meta: { id: 'photos' } } }
  const widgetId = (await world.call(dashboard.install, options, token)).body.data.module._id
  const body = { jpeg: largePhoto(PHOTO_MAX_BYTES).toString('base64') }
  const { photo } = (await world.call(modulePhotos.add, { params: { widgetId }, body }, token)).body.data
  const path = `/api/v1/modules/photos/${widgetId}/${photo.id}`

  /** Requests the photo `times` times, and reads nothing. Returns both ends of the connection. */
  async function ask(times: number): Promise<{ clientEnd: Socket; serverEnd: Socket }> {
    const accepted = once(world.app.server, 'connection')
    const clientEnd = connect(Number(port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void clientEnd.destroy())
    clientEnd.pause()
    clientEnd.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(times))
    const [serverEnd] = (await accepted) as [Socket]
    return { clientEnd, serverEnd }
  }
  return { world, token, widgetId, ask }
}

/** Reads all answers of `PIPELINED` requests. */
function readAll(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > PIPELINED * PHOTO_MAX_BYTES) resolve()
  })
  socket.resume()
  return promise
}

test('a client that does not read its answers is disconnected', async () => {
  const { ask } = await createWorld({ unreadMs: 100 })
  const { serverEnd } = await ask(PIPELINED)
  await once(serverEnd, 'close')
})

test('a user with too much unread data loses the connection that waits longest', async () => {
  const { world, token, widgetId, ask } = await createWorld({ unreadMaxBytes: (PIPELINED + 4) * MB })
  const first = await ask(PIPELINED)
  const closed = once(first.serverEnd, 'close')
  const second = await ask(PIPELINED)
  await closed
  expect(second.serverEnd.destroyed).toBe(false)
  // The bytes of the lost connection are free again, and other connections of the person continue.
  expect((await world.call(modulePhotos.list, { params: { widgetId } }, token)).status).toBe(200)
  await readAll(second.clientEnd)
})

test('a client that waits for the server is not disconnected', async () => {
  const app = fastify().decorateRequest('actor', null)
  onTestFinished(() => app.close())
  boundUnread(app, { ...unreadBounds, unreadMs: 20 })
  const answer = new PassThrough()
  answer.write('first ')
  const rest = ['second ', 'last']
  app.get('/', async (_request, reply) => {
    reply.raw.on('timeout', () => {
      const next = rest.shift()
      setImmediate(() => (rest.length > 0 ? answer.write(next) : answer.end(next)))
    })
    return reply.send(answer)
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  expect(await (await fetch(address)).text()).toBe('first second last')
})
