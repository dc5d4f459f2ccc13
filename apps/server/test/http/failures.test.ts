import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { users } from '@atalaya/contract/users'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await createTestApp()
  token = (await app.signUp()).tokens.accessToken
})
afterEach(() => app.close())

test('J4 a database error gets a plain answer with a request id, and the server continues', async () => {
  await app.withDatabase((db) => db.schema.dropTable('access_tokens').execute())
  const { status, body } = await app.call(auth.me, {}, token)
  expect(status).toBe(500)
  const text = 'Something went wrong on the server'
  expect(body).toEqual({ success: false, error: text, message: text, code: 'internal', requestId: expect.any(String) })
  const login = await app.call(auth.login, { body: { username: 'nobody', password: 'x' } })
  expect(login.status).toBe(401)
  expect((await app.app.inject({ url: '/healthz' })).statusCode).toBe(200)
})

test('a call that loses a race with a removal gets a known error', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.signUp()))
  const replies = people.flatMap(({ user, tokens: { accessToken: memberToken } }) => [
    app.call(auth.login, { body: { username: user.username, password: PASSWORD } }),
    app.call(auth.endOthers, {}, memberToken),
    app.call(users.remove, { params: { id: user._id } }, token),
    app.call(dashboard.create, { body: { name: 'Home' } }, memberToken),
    app.call(agents.register, { body: {} }, memberToken),
  ])
  const failed = (await Promise.all(replies)).filter(({ status }) => status !== 200)
  // Errors by the moment of the removal: before the check, before the change, or before the event.
  const expected = [
    'unauthorized',
    'auth.wrong_credentials',
    'removed_meanwhile',
    'not_found',
    'users.not_found',
    'agents.not_found',
  ]
  expect(failed.filter(({ body }) => !expected.includes(body.code)).map(({ body }) => body)).toEqual([])
})

test('J3 a text with a NUL character gets 400, except inside JSON', async () => {
  const text = 'na\0s'
  const calls = [
    app.call(agents.register, { body: { name: text } }, token),
    app.call(audit.list, { query: { before: text } }, token),
    app.call(agents.list, { query: { query: text } }, token),
    app.call(dashboard.bySlug, { params: { slug: text } }, token),
    app.call(dashboard.create, { body: { name: text } }, token),
    app.call(dashboard.create, { body: { name: 'Home', description: text } }, token),
    app.call(auth.login, { body: { username: text, password: 'x' } }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 400))
  // NUL is allowed in columns with JSON.
  const { agent } = (await app.call(agents.register, { body: {} }, token)).body.data
  const command = { command: 'shell', args: { script: text }, agentId: agent.agentId }
  expect((await app.call(commands.send, { body: command }, token)).status).toBe(200)
})

test('J3 a search text of 100 KB is refused', async () => {
  const reply = await app.call(agents.list, { query: { query: 'a'.repeat(100_000) } }, token)
  expect(reply.status).toBe(400)
  expect(reply.body.errors).toMatchObject([{ path: 'query' }])
})

test.each([
  ['GET', 30_000, '{"success":false'],
  ['HEAD', 30_000, ''],
  ['GET', 5_000_000, '{"success":false'],
])('J3 a URL above the header limit gets 431: %s of %d characters', async (method, length, body) => {
  const { port } = new URL(await app.listen())
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${method} /${'a'.repeat(length)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const answer = (await text(socket)).split('\r\n\r\n')
  expect(answer[0]).toMatch(/^HTTP\/1.1 431 /)
  expect(answer[1]?.slice(0, 16)).toBe(body)
})

test('J3 five hundred connections that never finish their requests delay no other request', async () => {
  const { port } = new URL(await app.listen())
  const slow = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n')
      return socket
    }),
  )
  expect(
    (await fetch(`http://127.0.0.1:${port}/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200)
  // Node ends such connections after these times.
  expect(app.app.server.requestTimeout).toBe(30_000)
  expect(app.app.server.headersTimeout).toBeGreaterThan(0)
  for (const socket of slow) socket.destroy()
})
