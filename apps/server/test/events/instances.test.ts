import { agents } from '@atalaya/contract/agents'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { tokens } from '@atalaya/contract/credentials'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import type { Scope } from '@atalaya/contract/scopes'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { rates } from '#server/limits/limits.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'
import { upload } from '#test/support/uploads.ts'

let nats: NatsServer
let config: Partial<Config>
let here: TestApp
let there: TestApp
let thereUrl: string
let admin: string
let member: SignedIn
beforeAll(async () => {
  nats = await startNats()
  config = { NATS_URL: nats.url }
  here = await createTestApp({ config })
  there = await createInstanceBeside(here, { config })
  thereUrl = await there.listen()
  admin = (await here.signUp('admin')).tokens.accessToken
})
afterAll(async () => {
  await there.close()
  await here.close()
  await nats.stop()
})
beforeEach(async () => {
  member = await here.signUp()
})

/** A session of the member's at the other instance, with a live stream open there. */
async function signInThere() {
  const body = { username: member.user.username, password: PASSWORD }
  const { accessToken } = (await there.call(auth.login, { body })).body.data.tokens
  const stream = await openEvents(thereUrl, accessToken)
  const me = async () => (await there.call(auth.me, {}, accessToken)).status
  expect(await me()).toBe(200)
  return { stream, me, accessToken }
}

/** Calls at the first instance that end all of an account's sessions. */
const endings: [Parameters<TestApp['call']>[0], unknown][] = [
  [users.logoutAll, undefined],
  [users.resetPassword, { password: 'gq7zv1' }],
  [users.setStatus, { isActive: false }],
  [users.remove, undefined],
]

test('C14, C16, C18, C19 an ended session is refused at another instance, and its streams there end', async () => {
  for (const [route, body] of endings) {
    member = await here.signUp()
    const { stream, me } = await signInThere()
    // Time is stopped: only the message on the bus can cause this, and no polling.
    await inStoppedTime(async () => {
      expect((await here.call(route, { params: { id: member.user._id }, body }, admin)).status).toBe(200)
      expect(await me()).toBe(401)
      await stream.ended
    })
  }
})

test('M5 a revoked token, or one of a deactivated owner, is refused at another instance', async () => {
  const scopes: Scope[] = ['account:read', 'agents:read', 'events:read']
  const params = { id: member.user._id }
  const revocations: ((id: string) => Promise<unknown>)[] = [
    (id) => here.call(tokens.revoke, { params: { id } }, member.tokens.accessToken),
    (id) => here.call(tokens.revokeAny, { params: { id } }, admin),
    () => here.call(users.setStatus, { params, body: { isActive: false } }, admin),
  ]
  for (const revoke of revocations) {
    const { token, id } = await newTokenOf(here, member.tokens.accessToken, { scopes })
    const stream = await openEvents(thereUrl, token)
    const me = async () => (await there.call(auth.me, {}, token)).status
    expect(await me()).toBe(200)
    await here.call(agents.register, { body: { name: 'heard' } }, member.tokens.accessToken)
    await expect.poll(() => stream.ofType('agent.updated').map(({ data }) => data.name)).toContain('heard')
    await here.call(dashboard.create, { body: { name: 'unheard' } }, member.tokens.accessToken)
    await revoke(id)
    expect(await me()).toBe(401)
    await stream.ended
    expect(stream.ofType('page.updated')).toEqual([])
  }
})

test('an agent that loses its tag is hidden at another instance from a token for that tag', async () => {
  const memberToken = member.tokens.accessToken
  const { agent } = (await here.call(agents.register, { body: { tags: ['lab'] } }, memberToken)).body.data
  const params = { id: agent._id }
  const { token } = await newTokenOf(here, memberToken, { scopes: ['agents:read'], selector: { tags: ['lab'] } })
  const readThere = async () => [
    (await there.call(agents.get, { params }, token)).status,
    (await there.call(agents.list, {}, token)).body.data.agents.length,
  ]
  expect(await readThere()).toEqual([200, 1])
  expect((await here.call(agents.edit, { params, body: { tags: [] } }, memberToken)).status).toBe(200)
  expect(await readThere()).toEqual([404, 0])
})

test('a waiting request is answered when an agent at another instance ends the command', async () => {
  const { body } = await here.call(agents.register, {}, member.tokens.accessToken)
  const { agentId } = body.data.agent
  const client = await connectAgent(thereUrl, body.data.token, { journal: { known: [] } })
  const { token } = await newTokenOf(here, member.tokens.accessToken, { scopes: ['commands:send', 'commands:read'] })
  const sending = here.call(commands.send, { body: { command: 'backup', agentId }, query: { waitS: '50' } }, token)
  const { d } = await client.next('cmd')
  // Time is stopped: only the message on the bus can cause this, and no polling.
  await inStoppedTime(async () => {
    client.send({ t: 'cmd.result', d: { execId: d.execId, status: 'succeeded', exitCode: 0, output: 'done' } })
    const { data } = (await sending).body
    expect(data.waited).toMatchObject([{ agentId, status: 'succeeded', output: 'done' }])
  })
  client.kill()
})

test('C17 a former administrator gets no more events from another instance', async () => {
  const setRole = (role: string) => here.call(users.setRole, { params: { id: member.user._id }, body: { role } }, admin)
  await setRole('admin')
  const { stream, accessToken } = await signInThere()
  expect((await there.call(users.list, {}, accessToken)).status).toBe(200)
  await setRole('user')
  expect((await there.call(users.list, {}, accessToken)).status).toBe(403)
  await stream.ended
})

test('a starting instance does not change the status of agents at other instances', async () => {
  const { body } = await here.call(agents.register, {}, member.tokens.accessToken)
  const { agentId: id } = body.data.agent
  const client = await connectAgent(thereUrl, body.data.token)
  const status = async () =>
    (await here.call(agents.get, { params: { id } }, member.tokens.accessToken)).body.data.agent.status
  expect(await status()).toBe('online')
  const another = await createInstanceBeside(here, { config })
  expect(await status()).toBe('online')
  await another.close()
  client.kill()
})

test('data sent to one instance reaches live streams at another', async () => {
  const { body } = await here.call(agents.register, {}, member.tokens.accessToken)
  const { stream } = await signInThere()
  const client = await connectAgent(await here.listen(), body.data.token)
  client.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { cpu: 7 } } })
  await expect.poll(() => stream.ofType('agent.data')).toMatchObject([{ data: { samples: [{ metrics: { cpu: 7 } }] } }])
  client.kill()
  await stream.close()
})

test('a module installed or removed at one instance is installed or removed at another one', async () => {
  const { accessToken } = member.tokens
  const { page } = (await there.call(dashboard.create, { body: { name: 'Home' } }, accessToken)).body.data
  const installClock = async () => {
    const body = { meta: { id: 'clock' }, config: {} }
    return (await there.call(dashboard.install, { params: { id: page._id }, body }, accessToken)).status
  }
  expect(await installClock()).toBe(404)
  await upload(here, admin, clockArchive())
  await expect.poll(installClock).toBe(200)
  await here.call(modulePackages.remove, { params: { id: 'clock' } }, admin)
  await expect.poll(installClock).toBe(404)
})

test('B8 a network’s limit counts at all instances together', async () => {
  const ask = async (instance: TestApp) =>
    (await instance.call(auth.refresh, { body: { refreshToken: 'rt_unknown' } })).status
  const answers = []
  for (let n = 0; n < rates.refusedRefreshes.max; n++) answers.push(await ask(n % 2 ? here : there))
  expect(answers).toEqual(answers.map(() => 401))
  await expect.poll(() => ask(there)).toBe(429)
  await expect.poll(() => ask(here)).toBe(429)
})
