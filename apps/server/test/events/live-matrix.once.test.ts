import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeAlerts } from '#test/support/alert-fixtures.ts'
import { loopback } from '#test/support/loopback.ts'
import { registerAgents } from '#test/support/owners-resources.ts'
import { createOwnersWorld, type OwnersWorld, owners, type Person, people } from '#test/support/owners-world.ts'
import { goodWeather } from '#test/support/widget-world.ts'
import { idsIn } from './live-ids.ts'
import { liveRows } from './live-rows.ts'

const timeoutOptions = { timeout: 20_000 }
type Stream = Awaited<ReturnType<typeof openEvents>>

let world: OwnersWorld
let address: string
let agentTokens: Map<string, string>
let streams: Map<Person, Stream>
/** Position of each stream before the first event. */
let starts: Map<Person, { id: string; eventCount: number }>

const outside = createServer((_request, response) => response.end(JSON.stringify(goodWeather)))

beforeAll(async () => {
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const config = { ALLOW_PRIVATE_HOSTS: loopback, OPEN_METEO_URL: origin, OPEN_METEO_GEOCODING_URL: origin }
  // A batch is stored once it has an item of each owner, and not earlier.
  world = await createOwnersWorld({ config, times: { commitMs: 60_000, batchItems: owners.length } })
  address = await world.app.listen()
  agentTokens = await registerAgents(world)
  for (const name of ['Hall', 'Den', 'Mark']) {
    for (const owner of owners) {
      world.name((await world.callOrThrow(owner, dashboard.create, { body: { name } })).page._id, `${name} of ${owner}`)
    }
  }
  await makeAlerts(world)
  streams = new Map()
  for (const person of people) {
    streams.set(person, await openEvents(address, world.signedIn[person].tokens.accessToken))
  }
  await mark()
  starts = new Map(
    people.map((person) => [person, { id: streamOf(person).lastId(), eventCount: streamOf(person).events.length }]),
  )
})
afterAll(async () => {
  for (const stream of streams.values()) await stream.close()
  await world.close()
  outside.closeAllConnections()
  await new Promise((resolve) => outside.close(resolve))
})

const isMark = (event: LiveEvent) => event.type === 'page.updated' && world.nameOf(event.data._id).startsWith('Mark')
const streamOf = (person: Person) => streams.get(person) as Stream

let marks = 0
/** Waits until all earlier events have arrived: sends a last one to each stream. */
async function mark(): Promise<void> {
  const name = `Mark ${++marks}`
  for (const owner of owners) {
    await world.callOrThrow(owner, dashboard.edit, { params: { id: world.idOf(`Mark of ${owner}`) }, body: { name } })
  }
  const isThere = (stream: Stream) => stream.ofType('page.updated').some(({ data }) => data.name === name)
  for (const stream of streams.values()) await vi.waitUntil(() => isThere(stream), timeoutOptions)
}
function namesIn(events: LiveEvent[]): string[] {
  const found = events.flatMap(({ type, data }) => idsIn[type](data as never))
  return [...new Set(found.map(world.nameOf))].sort()
}
const ofType = (events: LiveEvent[], type: string) => events.filter((event) => event.type === type && !isMark(event))

describe('live events reach the people that they concern', () => {
  const rows = Object.entries(liveRows).flatMap(([type, rowsOfType]) =>
    rowsOfType.map((row) => [type, row.what, row] as const),
  )

  test.each(rows)('%s: %s', async (type, _what, { cause, received }) => {
    const from = new Map(people.map((person) => [person, streamOf(person).events.length]))
    const names = (person: Person) => namesIn(ofType(streamOf(person).events.slice(from.get(person)), type))
    await cause({ ...world, agentTokens })
    for (const person of people) {
      await expect.poll(() => names(person), timeoutOptions).toEqual(expect.arrayContaining(received[person]))
    }
    await mark()
    for (const person of people) expect({ [person]: names(person) }).toEqual({ [person]: received[person].toSorted() })
  })

  test('a returning client gets exactly the events that it missed', async () => {
    // Events that are not replayed: their data are read again, or came with another event.
    const notReplayed = ['agent.data', 'source.updated', 'session.revoked']
    for (const person of people) {
      const { id, eventCount } = starts.get(person) ?? { id: '', eventCount: 0 }
      const expected = streamOf(person)
        .events.slice(eventCount)
        .filter(({ type }) => !notReplayed.includes(type))
      const again = await openEvents(address, world.signedIn[person].tokens.accessToken, id)
      await expect.poll(() => again.events.length, timeoutOptions).toBeGreaterThanOrEqual(expected.length)
      expect(again.events).toEqual(expected)
      await again.close()
    }
  })

  test('only a stream that reconnects with an unknown position gets resync', async () => {
    const from = new Map(people.map((person) => [person, streamOf(person).events.length]))
    const reconnected = await openEvents(address, world.signedIn.b.tokens.accessToken, 'elsewhere-7')
    await expect.poll(() => reconnected.events.map(({ type }) => type), timeoutOptions).toEqual(['resync'])
    await reconnected.close()
    await mark()
    const others = people.map((person) =>
      streamOf(person)
        .events.slice(from.get(person))
        .filter((event) => !isMark(event)),
    )
    expect(others).toEqual(people.map(() => []))
  })

  test.each(['deactivated', 'agent', 'nobody'] as const)('a live stream is refused for: %s', async (who) => {
    const { user, tokens } = await world.app.signUp()
    const [id, body] = [user._id, { isActive: false }]
    await world.callOrThrow('admin', users.setStatus, { params: { id }, body })
    const token = { deactivated: tokens.accessToken, agent: agentTokens.get('a1'), nobody: null }[who]
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    expect((await fetch(`${address}/api/v1/events`, { headers })).status).toBe(401)
  })
})
