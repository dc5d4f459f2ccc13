import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { reportFault, seconds, stopwatch } from '#test/support/fault-report.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Close code of a connection whose token was replaced. */
const REVOKED = 4004
const TIMEOUT_MS = 30_000

let nats: NatsServer
/** Network between the second instance and NATS. */
let network: Awaited<ReturnType<typeof createTcpProxy>>
let here: TestApp
let there: TestApp
let thereUrl: string
let token: string
beforeAll(async () => {
  nats = await startNats()
  network = await createTcpProxy(nats.url)
  here = await createTestApp({ config: { NATS_URL: nats.url } })
  const NATS_URL = network.address.replace('http', 'nats')
  there = await createInstanceBeside(here, { config: { NATS_URL } })
  thereUrl = await there.listen()
  token = (await here.signUp('admin')).tokens.accessToken
})
afterAll(async () => {
  await there.close()
  await here.close()
  await network.close()
  await nats.stop()
})

const isReady = async (instance: TestApp) => (await instance.app.inject({ url: '/readyz' })).statusCode === 200
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: TIMEOUT_MS, interval: 20 })

type Fault = { what: string; begin: () => Promise<void>; end: () => Promise<void> }
const killed: Fault = {
  what: 'NATS is away while two instances work',
  async begin() {
    await nats.stop()
    await until(async () => !((await isReady(here)) || (await isReady(there))))
  },
  end: () => nats.revive(),
}
const silent: Fault = {
  what: 'The network between NATS and one of two instances silently drops everything',
  begin: async () => network.setFault(() => {}),
  async end() {
    // The instance itself notices within fifteen seconds.
    await until(async () => !(await isReady(there)))
    network.clearFault()
    network.cutAll()
  },
}
const faults = inject('faultRounds') > 0 ? [killed, silent] : [killed]

test.for(faults)('$what: events are delayed and not lost', { timeout: 90_000 }, async (fault, context) => {
  const member = await here.signUp()
  const register = async () => (await here.call(agents.register, { body: {} }, token)).body.data
  const [commanded, renewed] = [await register(), await register()]
  // All of these are connected to the other instance.
  const connection = await connectAgent(thereUrl, commanded.token)
  const renewedConnection = await connectAgent(thereUrl, renewed.token)
  const adminStream = await openEvents(thereUrl, token)
  const memberStream = await openEvents(thereUrl, member.tokens.accessToken)

  await fault.begin()
  const command = { command: 'ping', agentId: commanded.agent.agentId }
  const sent = await here.call(commands.send, { body: command }, token)
  expect(sent.status).toBe(200)
  const params = { id: member.user._id }
  expect((await here.call(users.logoutAll, { params }, token)).status).toBe(200)
  expect((await here.call(agents.renewToken, { params: { id: renewed.agent.agentId } }, token)).status).toBe(200)
  // Requests ask the database, so a revocation acts without NATS.
  expect((await there.call(auth.me, {}, member.tokens.accessToken)).status).toBe(401)

  await fault.end()
  const sinceReturn = stopwatch()
  const { d } = await connection.next('cmd')
  expect(d.execId).toBe(sent.body.data.commands[0].commandId)
  const commandMs = sinceReturn()
  expect(await renewedConnection.closed).toBe(REVOKED)
  await memberStream.ended
  await adminStream.ended
  const allMs = sinceReturn()
  const reopened = await openEvents(thereUrl, token, adminStream.lastId())
  await expect.poll(() => reopened.ofType('resync')).toHaveLength(1)
  await reopened.close()
  connection.end()

  reportFault(context, {
    fault: fault.what,
    expected:
      'Requests go on; a revoked session gets 401 at once; when NATS is back the command arrives, the renewed token ends its connection, streams end, and clients read again',
    measured: `After the return: the command in ${seconds(commandMs)}, all of it in ${seconds(allMs)}`,
  })
})
