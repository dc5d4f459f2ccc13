import { type NatsServer, startNats, startNatsWithMaxPayload } from '@atalaya/testbed/nats-server'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { type Bus, createLocalBus } from '#server/events/bus.ts'
import { openBus } from '#server/events/open-bus.ts'

let nats: NatsServer
beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())

const reported: string[] = []
const faults = createFaults((error, where) => reported.push(`${where}: ${(error as Error).message}`))
const openNats = () => openBus({ NATS_URL: nats.url }, faults, 'home')

/** Every kind of bus; all keep the same promises. */
const buses: [string, () => Promise<Bus>][] = [
  ['in-process', async () => createLocalBus(faults)],
  ['NATS', openNats],
]

/** The next `count` messages on a subject. */
function collect(bus: Bus, subject: string, count: number): Promise<unknown[]> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  const messages: unknown[] = []
  bus.subscribe(subject, (message) => {
    messages.push(message)
    if (messages.length === count) resolve(messages)
  })
  return promise
}

describe.each(buses)('%s bus', (_name, create) => {
  let bus: Bus
  beforeEach(async () => {
    reported.length = 0
    bus = await create()
  })
  afterEach(() => bus.close())

  test('delivers every message to every subscriber, in order', async () => {
    const first = collect(bus, 'news', 2)
    const second = collect(bus, 'news', 2)
    bus.publish('news', { n: 1 })
    bus.publish('news', { n: 2 })
    expect(await first).toEqual([{ n: 1 }, { n: 2 }])
    expect(await second).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('keeps subjects apart and delivers nothing after the unsubscription', async () => {
    const received: unknown[] = []
    const stop = bus.subscribe('a', (message) => received.push(message))
    const other = collect(bus, 'b', 1)
    stop()
    bus.publish('a', 1)
    bus.publish('b', 2)
    expect(await other).toEqual([2])
    expect(received).toEqual([])
  })

  test('gives each subscriber a separate copy', async () => {
    const received = collect(bus, 'copy', 1)
    const message = { list: [1] }
    bus.publish('copy', message)
    message.list.push(2)
    expect(await received).toEqual([{ list: [1] }])
  })

  test('survives an error of a subscriber, thrown or rejected, and still serves the others', async () => {
    bus.subscribe('news', () => {
      throw new Error('one subscriber fails')
    })
    bus.subscribe('news', () => Promise.reject(new Error('so does another one')))
    const other = collect(bus, 'news', 1)
    bus.publish('news', 1)
    expect(await other).toEqual([1])
    const both = ['bus_message: one subscriber fails', 'bus_message: so does another one']
    await expect.poll(() => reported).toEqual(both)
  })

  test('carries a message of the maximum size, and the substitute of a larger one', async () => {
    const largest = 'x'.repeat(bus.maxBytes - 2)
    const received = collect(bus, 'news', 2)
    bus.publish('news', largest, 'look again')
    bus.publish('news', `${largest}x`, 'look again')
    expect(await received).toEqual([largest, 'look again'])
    expect(reported).toEqual([])
  })

  test('reports a message that it cannot carry, and does not throw', async () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    bus.publish('news', cyclic)
    bus.publish('news', 'x'.repeat(bus.maxBytes))
    expect(reported).toEqual([
      expect.stringContaining('bus: '),
      expect.stringContaining(`the bus carries ${bus.maxBytes}`),
    ])
  })
})

test('any number of gaps during a catch-up cause one more', async () => {
  const [bus, other] = [await openNats(), await openNats()]
  const runs: PromiseWithResolvers<void>[] = []
  bus.onGap(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const announced = collect(bus, 'news', 1)
  for (let n = 0; n < 20; n++) other.publish('gap', null)
  other.publish('news', 'all announced')
  await announced
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('no database'))
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  other.publish('gap', null)
  await expect.poll(() => runs.length).toBe(3)
  expect(reported).toContain('bus_message: no database')
  await Promise.all([bus.close(), other.close()])
})

test('a message above the maximum size of NATS is replaced by its short form', async () => {
  const small = await startNatsWithMaxPayload(4096)
  const bus = await openBus({ NATS_URL: small.url }, faults, 'home')
  const received = collect(bus, 'news', 1)
  bus.publish('news', 'x'.repeat(5000), 'look again')
  expect(await received).toEqual(['look again'])
  expect(bus.maxBytes).toBe(4096)
  await bus.close()
  await small.stop()
})

test('a message of another NATS client is refused if it is nested too deep', async () => {
  reported.length = 0
  const bus = await openNats()
  const stranger = await openNats()
  const received = collect(bus, 'news', 1)
  let deep: unknown = []
  for (let n = 0; n < 100; n++) deep = [deep]
  // Publishes at each poll: a message sent before NATS knows the subscription is lost.
  await expect.poll(() => [stranger.publish('news', deep), reported.length][1]).toBeGreaterThan(0)
  stranger.publish('news', 'fine')
  expect(await received).toEqual(['fine'])
  expect(new Set(reported)).toEqual(new Set(['bus_message: is nested more than 64 deep']))
  await Promise.all([bus.close(), stranger.close()])
})

test.each(['killed', 'silent'])('a bus whose NATS is %s closes soon and reports no failure', async (fault) => {
  const server = await startNats()
  const network = await createTcpProxy(server.url)
  reported.length = 0
  const bus = await openBus({ NATS_URL: network.address.replace('http', 'nats') }, faults, 'home')
  bus.subscribe('news', () => {})
  if (fault === 'killed') {
    await server.stop()
    await expect.poll(bus.isConnected).toBe(false)
  } else {
    network.setFault(() => {})
  }
  await bus.close()
  expect(reported).toEqual([])
  await network.close()
  await server.stop()
})

test('an instance whose network to NATS was cut notifies other instances of the gap', async () => {
  const network = await createTcpProxy(nats.url)
  const cutOff = await openBus({ NATS_URL: network.address.replace('http', 'nats') }, faults, 'home')
  const other = await openNats()
  const received: string[] = []
  other.onGap(() => received.push('gap'))
  other.subscribe('news', () => received.push('news'))
  // NATS knows the subscriptions once the instance has its own message.
  other.publish('news', null)
  await expect.poll(() => received).toEqual(['news'])
  network.setFault((_chunk, _way, piped) => piped.cut())
  network.cutAll()
  await expect.poll(cutOff.isConnected).toBe(false)
  network.clearFault()
  await expect.poll(cutOff.isConnected).toBe(true)
  cutOff.publish('news', null)
  await expect.poll(() => received.slice(1)).toContain('news')
  expect(received).toEqual(['news', 'gap', 'news'])
  await Promise.all([cutOff.close(), other.close()])
  await network.close()
})

describe('two instances on NATS', () => {
  let here: Bus
  let there: Bus
  const received: unknown[] = []
  beforeEach(async () => {
    here = await openNats()
    there = await openNats()
    there.subscribe('news', (message) => received.push(message))
  })
  afterEach(() => Promise.all([here.close(), there.close()]))
  /** Publishes until it arrives: a message sent before the server knows the subscription is lost. */
  const reaches = (message: string) =>
    expect.poll(() => [here.publish('news', message), received][1], { timeout: 10_000 }).toContain(message)

  test('receive each other’s messages', () => reaches('hello'))

  test('reconnect when the server is back', async () => {
    await reaches('before')
    await nats.stop()
    await nats.revive()
    await reaches('after')
    expect([here.isConnected(), there.isConnected()]).toEqual([true, true])
  })
})
