import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ACCESS_TOKEN_MS } from '#server/limits/limits.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const clock = { now: 0 }
let it: TestApp
let address: string
let token: string
beforeEach(async () => {
  clock.now = Date.now()
  it = await createTestApp({ now: () => clock.now })
  address = await it.listen()
  token = (await it.signUp('ada')).tokens.accessToken
})
afterEach(() => it.close())

const signIn = async () => (await it.call(auth.login, { body: { username: 'ada', password: PASSWORD } })).body.data
const readEndsInMs = async () => {
  const answer = await fetch(`${address}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
  await answer.body?.cancel()
  return Number(answer.headers.get('x-live-ends-in'))
}

test('a stream ends with its access token, and sends nothing afterwards', async () => {
  const stream = await openEvents(address, token)
  clock.now += ACCESS_TOKEN_MS - 1
  const { tokens } = await signIn()
  await expect.poll(() => stream.ofType('user.updated')).toHaveLength(1)
  clock.now += 1
  await it.call(agents.register, { body: { name: 'private' } }, tokens.accessToken)
  await stream.ended
  expect(stream.ofType('agent.updated')).toEqual([])
})

test('a stream announces when it will end, and then ends by itself', async () => {
  expect(await readEndsInMs()).toBe(ACCESS_TOKEN_MS)
  clock.now += ACCESS_TOKEN_MS - 200
  const stream = await openEvents(address, token)
  expect(await readEndsInMs()).toBe(200)
  await stream.ended
})

test('a stream opened with the next token continues where the first one stopped', async () => {
  const first = await openEvents(address, token)
  const { tokens } = await signIn()
  await expect.poll(first.lastId).not.toBe('')
  clock.now += ACCESS_TOKEN_MS / 2
  const next = (await it.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).body.data
  await it.call(agents.register, { body: { name: 'between' } }, tokens.accessToken)
  const second = await openEvents(address, next.accessToken, first.lastId())
  clock.now += ACCESS_TOKEN_MS / 2
  await it.call(agents.register, { body: { name: 'after' } }, next.accessToken)
  const names = () => second.ofType('agent.updated').map(({ data }) => data.name)
  await expect.poll(names).toEqual(['between', 'after'])
  await first.ended
  await second.close()
})
