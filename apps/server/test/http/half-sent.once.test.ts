// Calls whose bodies arrive late: permissions are checked when the last byte has arrived.
import { text } from 'node:stream/consumers'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginCall } from '#test/support/half-sent.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let port: number
let root: string
beforeAll(async () => {
  world = await createTestApp()
  port = Number(new URL(await world.listen()).port)
  root = (await world.signUp('root')).tokens.accessToken
})
afterAll(() => world.close())

/** Sends all of a call but its last byte, runs `event`, and sends that byte. Returns the answer. */
async function sendAround(token: string, call: { method: string; path: string; body: object }, event: () => unknown) {
  const body = JSON.stringify(call.body)
  const options = { ...call, token, type: 'application/json', length: body.length, first: body.slice(0, -1) }
  const socket = await beginCall(world, port, options)
  await event()
  socket.write(body.slice(-1))
  return text(socket)
}

const readCommands = () => world.withDatabase((db) => db.selectFrom('commands').selectAll().execute())

test('a session that is ended before the last byte arrives sends no command', async () => {
  const { tokens } = await world.signUp('ada')
  const { agent } = (await world.call(agents.register, {}, tokens.accessToken)).body.data
  const call = { ...commands.send, body: { agentId: agent._id, command: 'ping' } }
  const logOut = () => world.call(auth.logout, { body: { refreshToken: tokens.refreshToken } })
  expect(await sendAround(tokens.accessToken, call, logOut)).toMatch(/^HTTP\/1\.1 401 /)
  expect(await readCommands()).toEqual([])
})

test('an administrator demoted before the last byte sends no command to others’ agents', async () => {
  const helper = await world.signUp('helper')
  const setRole = (role: string) => world.call(users.setRole, { params: { id: helper.user._id }, body: { role } }, root)
  await setRole('admin')
  const { agent } = (await world.call(agents.register, {}, root)).body.data
  const call = { ...commands.send, body: { agentId: agent._id, command: 'ping' } }
  const answer = await sendAround(helper.tokens.accessToken, call, () => setRole('user'))
  expect(answer).toMatch(/^HTTP\/1\.1 40[134] /)
  expect(await readCommands()).toEqual([])
})
