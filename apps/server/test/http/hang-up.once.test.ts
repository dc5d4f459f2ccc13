import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { onDisconnect } from '#server/http/hang-up.ts'

test.each([
  ['before the listener is added', true],
  ['after the listener was added', false],
])('a client that hangs up %s is noticed', async (_when, isGoneBefore) => {
  const app = fastify()
  onTestFinished(() => app.close())
  const noticed = Promise.withResolvers<void>()
  let socket: ReturnType<typeof connect>
  app.get('/', async (_request, reply) => {
    const gone = once(reply.raw, 'close')
    if (isGoneBefore) {
      socket.destroy()
      await gone
    }
    reply.hijack()
    onDisconnect(reply, noticed.resolve)
    socket.destroy()
    await gone
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  socket = connect(Number(port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await expect(noticed.promise).resolves.toBeUndefined()
})
