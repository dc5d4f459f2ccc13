import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type NatsServer, startNats } from '#server/testing/nats-server.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { type Bus, createLocalBus } from './bus.ts'
import { openBus } from './open-bus.ts'

let nats: NatsServer
beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())

const openNats = () => openBus({ NATS_URL: nats.url }, () => {})

/** What every bus keeps, whatever carries it. */
const buses: [string, () => Promise<Bus>][] = [
  ['in-process', async () => createLocalBus(() => {})],
  ['NATS', () => openNats()],
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
    bus = await create()
  })
  afterEach(() => bus.close())

  test('brings every message to every subscriber, in order', async () => {
    const first = collect(bus, 'news', 2)
    const second = collect(bus, 'news', 2)
    await bus.publish('news', { n: 1 })
    await bus.publish('news', { n: 2 })
    expect(await first).toEqual([{ n: 1 }, { n: 2 }])
    expect(await second).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('keeps subjects apart and stops when told to', async () => {
    const heard: unknown[] = []
    const stop = bus.subscribe('a', (message) => heard.push(message))
    const other = collect(bus, 'b', 1)
    stop()
    await bus.publish('a', 1)
    await bus.publish('b', 2)
    expect(await other).toEqual([2])
    expect(heard).toEqual([])
  })

  test('gives a subscriber its own copy', async () => {
    const heard = collect(bus, 'copy', 1)
    const message = { list: [1] }
    await bus.publish('copy', message)
    message.list.push(2)
    expect(await heard).toEqual([{ list: [1] }])
  })

  test('answers a request', async () => {
    bus.subscribe('double', (n) => Number(n) * 2)
    expect(await bus.request('double', 21, 1000)).toBe(42)
  })

  test('says at once that nobody listens', async () => {
    await expect(bus.request('nobody', {}, 60_000)).rejects.toThrow('Nobody listens on nobody')
  })

  test('gives up on a listener that never answers', async () => {
    bus.subscribe('slow', () => new Promise(() => {}))
    await expect(bus.request('slow', {}, 5)).rejects.toThrow('No answer on slow within 5 ms')
  })

  test('hands on what a listener throws to the one who asked', async () => {
    bus.subscribe('broken', () => {
      throw new Error('no such thing')
    })
    await expect(bus.request('broken', {}, 1000)).rejects.toThrow('no such thing')
  })

  test("survives a subscriber's error and still serves the others", async () => {
    bus.subscribe('news', () => {
      throw new Error('one subscriber fails')
    })
    const other = collect(bus, 'news', 1)
    await bus.publish('news', 1)
    expect(await other).toEqual([1])
  })
})

test.each(['killed', 'silent'])('a bus whose NATS is %s closes soon, and tells nobody of a failure', async (fault) => {
  const server = await startNats()
  const network = await createTcpProxy(server.url)
  const failures: unknown[] = []
  const bus = await openBus({ NATS_URL: network.address.replace('http', 'nats') }, (error) => failures.push(error))
  bus.subscribe('news', () => {})
  if (fault === 'killed') {
    await server.stop()
    await expect.poll(bus.isConnected).toBe(false)
  } else {
    network.set(() => {})
  }
  await bus.close()
  expect(failures).toEqual([])
  await network.close()
  await server.stop()
})

describe('two instances on NATS', () => {
  let here: Bus
  let there: Bus
  beforeEach(async () => {
    here = await openNats()
    there = await openNats()
  })
  afterEach(() => Promise.all([here.close(), there.close()]))

  test('hear each other', async () => {
    const heard = collect(there, 'news', 1)
    there.subscribe('ready', () => true)
    await vi.waitFor(() => here.request('ready', null, 1000))
    await here.publish('news', 'hello')
    expect(await heard).toEqual(['hello'])
  })

  test('say that they are cut off, and find each other again when the server is back', async () => {
    there.subscribe('double', (n) => Number(n) * 2)
    await vi.waitFor(async () => expect(await here.request('double', 1, 1000)).toBe(2))
    await nats.stop()
    await nats.revive()
    await vi.waitFor(async () => expect(await here.request('double', 2, 1000)).toBe(4), { timeout: 10_000 })
    expect([here.isConnected(), there.isConnected()]).toEqual([true, true])
  })
})
