import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { agents } from '@atalaya/contract/agents'
import { openEvents } from '@atalaya/testbed/event-stream'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

/** More than the limit for one account. */
const STREAMS = 25

test('a stream whose client disconnects during the access check leaves no listener behind', async () => {
  const world = await createTestApp()
  onTestFinished(world.close)
  const address = await world.listen()
  const token = (await world.signUp()).tokens.accessToken
  const requests: IncomingMessage[] = []
  world.app.server.on('request', (request) => requests.push(request))

  await world.withDatabase((db) =>
    db.transaction().execute(async (transaction) => {
      // No token can be looked up until this transaction ends.
      await sql`lock table access_tokens in access exclusive mode`.execute(transaction)
      const { hostname, port } = new URL(address)
      const sockets = Array.from({ length: STREAMS }, () => connect(Number(port), hostname))
      const head = `GET /api/v1/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`
      for (const socket of sockets) socket.write(head)
      await expect.poll(() => requests.length).toBe(STREAMS)
      const closed = requests.map(({ socket }) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    }),
  )
  // This stream's access check is last in the queue for database connections: when it opens, all others are checked.
  const stream = await openEvents(address, token)
  await world.call(agents.register, { body: { name: 'nas' } }, token)
  await expect.poll(() => stream.ofType('agent.updated').map(({ data }) => data.name)).toEqual(['nas'])
  expect((await world.app.inject('/metrics')).body).toContain('live_listeners 1\n')
  await stream.close()
})
