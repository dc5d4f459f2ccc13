import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { type LiveEvent, liveEvent } from '@atalaya/contract/events'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { Route } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

const listeners = ['a', 'b', 'admin'] as const
type Listener = (typeof listeners)[number]
/** Who hears of it, and what makes it happen. Everything happens to what is A's, or is done by A. */
type Row = { heardBy: Listener[]; cause(): Promise<unknown> }

const OWNER_AND_ADMIN: Listener[] = ['a', 'admin']
const patience = { timeout: 20_000 }

let app: TestApp
let address: string
let outside: Server
let tokens: Record<Listener | 'deactivated' | 'agent', string>
let agentId: string
/** A page of each listener: renaming it is an event that is theirs alone, and comes after all before. */
let pages: Record<Listener, string>
let streams: Record<Listener, Awaited<ReturnType<typeof openEvents>>>

const call = async (route: Route, given: object = {}, by = tokens.a) => {
  const { status, body } = await app.call(route, given, by)
  if (status !== 200) throw new Error(`${route.path}: ${JSON.stringify(body)}`)
  return body.data
}
const page = async (by = tokens.a): Promise<string> =>
  (await call(dashboard.create, { body: { name: 'Mine' } }, by)).page._id
async function mapped<T>(work: (listener: Listener) => Promise<T>): Promise<Record<Listener, T>> {
  const [a, b, admin] = await Promise.all([work('a'), work('b'), work('admin')])
  return { a, b, admin }
}

beforeAll(async () => {
  outside = createServer((_request, response) => response.writeHead(500).end())
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const config = { ALLOW_PRIVATE_HOSTS: loopback, OPEN_METEO_URL: origin, OPEN_METEO_GEOCODING_URL: origin }
  app = await createTestApp({ config, times: { commitMs: 5 } })
  address = await app.listen()
  const signUp = async (name: string) => (await app.signUp(name)).tokens.accessToken
  const [admin, a, b] = [await signUp('admin'), await signUp('user-a'), await signUp('user-b')]
  const deactivated = await signUp('deactivated')
  tokens = { admin, a, b, deactivated, agent: '' }
  const { user } = await call(auth.me, {}, deactivated)
  await call(users.setStatus, { params: { id: user._id }, body: { isActive: false } }, admin)
  const { agent, token } = await call(agents.register, { body: { name: 'of A' } })
  agentId = agent._id
  tokens.agent = token
  pages = await mapped((listener) => page(tokens[listener]))
  streams = await mapped((listener) => openEvents(address, tokens[listener]))
})
afterAll(async () => {
  await mapped((listener) => streams[listener].close())
  await app.close()
  await new Promise((resolve) => outside.close(resolve))
})

const rows: Record<LiveEvent['type'], Row> = {
  'user.updated': {
    heardBy: OWNER_AND_ADMIN,
    async cause() {
      const { user } = await call(auth.me)
      await call(users.edit, { params: { id: user._id }, body: { surname: 'New' } }, tokens.admin)
    },
  },
  'user.deleted': {
    heardBy: ['admin'],
    async cause() {
      const { user } = await app.signUp()
      await call(users.remove, { params: { id: user._id } }, tokens.admin)
    },
  },
  'agent.updated': {
    heardBy: OWNER_AND_ADMIN,
    cause: () => call(agents.edit, { params: { id: agentId }, body: { name: 'renamed' } }),
  },
  'agent.deleted': {
    heardBy: OWNER_AND_ADMIN,
    async cause() {
      const { agent } = await call(agents.register, { body: {} })
      await call(agents.remove, { params: { id: agent._id } })
    },
  },
  'agent.data': {
    heardBy: OWNER_AND_ADMIN,
    cause: () => call(telemetry.push, { params: { id: agentId }, body: { data: { secret: 1 } } }, tokens.agent),
  },
  'command.updated': {
    heardBy: OWNER_AND_ADMIN,
    cause: () => call(commands.send, { body: { command: 'ping', agentId } }),
  },
  'page.updated': { heardBy: ['a'], cause: () => page() },
  'page.deleted': {
    heardBy: ['a'],
    cause: async () => call(dashboard.remove, { params: { id: await page() } }),
  },
  'modules.changed': { heardBy: ['a', 'b', 'admin'], cause: () => upload(app, tokens.admin, clockArchive()) },
  'source.updated': {
    heardBy: ['a'],
    async cause() {
      const body = { meta: { id: 'weather' }, config: { place: 'Sevilla (37.39, -5.98)' } }
      const { module } = await call(dashboard.install, { params: { id: pages.a }, body })
      await call(moduleSources.read, { params: { widgetId: module._id } })
    },
  },
  'session.revoked': {
    heardBy: ['a'],
    async cause() {
      const body = { username: 'user-a', password: 'correct horse battery' }
      const other = await call(auth.login, { body })
      await call(auth.logout, { body: { refreshToken: other.tokens.refreshToken } }, other.tokens.accessToken)
    },
  },
  // Not sent to anybody who was here all the time.
  resync: { heardBy: [], cause: async () => {} },
}

let marks = 0
/** Waits until everything so far has arrived at this stream: an event of its own comes after it. */
async function settled(listener: Listener): Promise<void> {
  const name = `Mark ${++marks}`
  await call(dashboard.edit, { params: { id: pages[listener] }, body: { name } }, tokens[listener])
  const isThere = () => streams[listener].ofType('page.updated').some(({ data }) => data.name === name)
  await expect.poll(isThere, patience).toBe(true)
}
/** The types that a stream has heard since, but for the marks. */
const heardSince = (listener: Listener, from: number) =>
  streams[listener].events
    .slice(from)
    .filter((event) => !(event.type === 'page.updated' && event.data._id === pages[listener]))
    .map(({ type }) => type)

describe('live events reach whom they concern', () => {
  test('every kind of the contract has its row', () => {
    const kinds = liveEvent.options.map((option) => option.shape.type.value)
    expect(Object.keys(rows).sort()).toEqual(kinds.sort())
  })

  test.each(Object.entries(rows))('%s', async (type, { heardBy, cause }) => {
    const from = await mapped(async (listener) => streams[listener].events.length)
    await cause()
    for (const listener of heardBy)
      await expect.poll(() => heardSince(listener, from[listener]), patience).toContain(type)
    await mapped(settled)
    const heard = await mapped(async (listener) => heardSince(listener, from[listener]).includes(type as never))
    expect(heard).toEqual({ a: heardBy.includes('a'), b: heardBy.includes('b'), admin: heardBy.includes('admin') })
  })

  test('a stream that comes back after a gap it does not know is told to read anew, and no other', async () => {
    const from = await mapped(async (listener) => streams[listener].events.length)
    const headers = { authorization: `Bearer ${tokens.b}`, 'last-event-id': 'elsewhere-7' }
    const aborter = new AbortController()
    const { body } = await fetch(`${address}/api/v1/events`, { headers, signal: aborter.signal })
    const chunk = await body?.getReader().read()
    expect(new TextDecoder().decode(chunk?.value)).toContain('"resync"')
    aborter.abort()
    await mapped(settled)
    expect(await mapped(async (listener) => heardSince(listener, from[listener]))).toEqual({ a: [], b: [], admin: [] })
  })

  test.each(['deactivated', 'agent', 'nobody'] as const)('%s hears nothing at all', async (who) => {
    const headers: Record<string, string> = who === 'nobody' ? {} : { authorization: `Bearer ${tokens[who]}` }
    expect((await fetch(`${address}/api/v1/events`, { headers })).status).toBe(401)
  })
})
