import { agents } from '@atalaya/contract/agents'
import type { LiveEvent } from '@atalaya/contract/events'
import { type AgentClient, connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { startNats, startNatsWithMaxPayload } from '@atalaya/testbed/nats-server'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Audience } from '#server/events/audience.ts'
import { createPublish, eventsOf } from '#server/telemetry/live-data.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const start = Date.UTC(2026, 0, 1)
const at = (second: number) => new Date(start + second * 1000).toISOString()
const FRAME_ITEMS = 400

/** Backlog after an outage: many samples of one agent, sent as fast as it can. */
function sendSamples(client: AgentClient, count: number): void {
  const samples = Array.from({ length: count }, (_, n) => ({
    seq: n + 1,
    at: at(n),
    metrics: Object.fromEntries(['cpu', 'memory', 'disk', 'load', 'swap'].map((name) => [`${name}.percent.of.all`, n])),
  }))
  for (let first = 0; first < count; first += FRAME_ITEMS) {
    client.send({ t: 'data', d: samples.slice(first, first + FRAME_ITEMS) })
  }
}

describe.each(['in-process', 'NATS', 'NATS with small messages'])('a live stream, with the bus %s', (kind) => {
  let world: TestApp
  let token: string
  let client: AgentClient
  let stream: Awaited<ReturnType<typeof openEvents>>
  let nats: Awaited<ReturnType<typeof startNats>> | null
  beforeEach(async () => {
    nats = kind === 'in-process' ? null : await (kind === 'NATS' ? startNats() : startNatsWithMaxPayload(16_384))
    // One commit stores everything that is sent together.
    world = await createTestApp({ config: { NATS_URL: nats?.url }, times: { commitMs: 200 } })
    const address = await world.listen()
    token = (await world.signUp()).tokens.accessToken
    const { body } = await world.call(agents.register, {}, token)
    stream = await openEvents(address, token)
    client = await connectAgent(address, body.data.token)
  })
  afterEach(async () => {
    client.kill()
    await stream.close()
    await world.close()
    await nats?.stop()
  })

  test('shows the newest of 4,000 samples that come at once', async () => {
    sendSamples(client, 4000)
    const newest = () => stream.ofType('agent.data').flatMap(({ data }) => data.samples.map((sample) => sample.at))
    await expect.poll(newest).toContain(at(3999))
    const shown = newest()
    expect(shown).toEqual([...shown].sort())
    expect((await world.call(agents.list, {}, token)).status).toBe(200)
  })

  test('continues after six records of 240 KB, and shows the newest if it fits in a message', async () => {
    const records = [1, 2, 3, 4, 5, 6].map((seq) => ({ seq, at: at(seq), dataType: 'log', data: 'x'.repeat(240_000) }))
    for (const record of records) client.send({ t: 'data', d: record })
    client.send({ t: 'data', d: { seq: 7, at: at(7), metrics: { cpu: 7 } } })
    await expect.poll(() => stream.ofType('agent.data').flatMap(({ data }) => data.samples)).toHaveLength(1)
    const shown = stream.ofType('agent.data').flatMap(({ data }) => data.records.map((record) => record.createdAt))
    expect(shown.at(-1)).toBe(kind === 'NATS with small messages' ? undefined : at(6))
  })
})

/** Maximum size of a message without its pieces. */
const ENVELOPE_BYTES = 512

test('every event fits the size limit, is in order and contains the newest data', async () => {
  const piece = fc.record({ second: fc.nat(1000), size: fc.nat(9000), isRecord: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 2000, max: 40_000 }),
      async (pieces, maxBytes) => {
        const agentId = 'a'
        const samples = pieces.flatMap(({ second, size, isRecord }) =>
          isRecord ? [] : [{ agentId, at: at(second), metrics: { ['m'.repeat(size)]: 1 } }],
        )
        const records = pieces.flatMap(({ second, size, isRecord }, n) =>
          isRecord
            ? [
                {
                  _id: String(n),
                  agentId,
                  createdAt: at(second),
                  dataType: 'd',
                  tags: [],
                  data: { data: 'é'.repeat(size) },
                },
              ]
            : [],
        )
        const stored = [
          ...samples.map((sample) => ({ at: sample.at, sample })),
          ...records.map((record) => ({ at: record.createdAt, record })),
        ].map((piece) => ({ at: Date.parse(piece.at), bytes: 0, pieces: () => [piece] }))
        const events = (await eventsOf(stored, maxBytes, async () => {})).map(({ event }) => event)
        for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(maxBytes)
        const shown = events.flatMap(({ data }) => data.samples.map((sample) => sample.at))
        expect(shown).toEqual([...shown].sort())
        const fitting = [...samples, ...records].filter(
          (item) => Buffer.byteLength(JSON.stringify(item)) < maxBytes - ENVELOPE_BYTES,
        )
        const sent = events.flatMap(({ data }) => [...data.samples, ...data.records])
        const instants = (all: object[]) =>
          all.map((item) => String('at' in item ? item.at : Object(item).createdAt)).sort()
        expect(instants(sent)).toEqual(instants(fitting).slice(-sent.length || fitting.length))
      },
    ),
  )
})

test('a large batch for many owners is published over many turns, and each owner gets all in order', async () => {
  const turnCounter = countTurns()
  const turns = new Map<number, number>()
  const received = new Map<string | undefined, string[]>()
  const live = {
    hasListeners: () => true,
    emit(event: LiveEvent, { userIds: [owner] = [] }: Audience) {
      if (event.type !== 'agent.data') return
      const bytes = Buffer.byteLength(JSON.stringify(event))
      turns.set(turnCounter.turn, (turns.get(turnCounter.turn) ?? 0) + bytes)
      received.set(owner, [...(received.get(owner) ?? []), ...event.data.samples.map((sample) => sample.at)])
    },
  }
  const names = ['text', 'of', 'some', 'length'].map((name) => name.repeat(30))
  const items = Array.from({ length: 100 }, (_, n) => {
    const packed = { set: { id: 1, names }, body: JSON.stringify([n, n, n, n]) }
    return { seq: n, run: '', at: start + n * 1000, isAhead: false, packed, loose: null, bytes: 500 }
  })
  const owners = Array.from({ length: 20 }, (_, n) => `owner ${n}`)
  const batch = owners.map((ownerId, ref) => ({ sender: { agentId: `a${ref}`, ref, ownerId }, items, onReceipt() {} }))
  await createPublish(live, 1024 * 1024)(batch)
  turnCounter.stop()
  const expected = items.map((_, n) => at(n))
  expect(Object.fromEntries(received)).toEqual(Object.fromEntries(owners.map((owner) => [owner, expected])))
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(2 * 32 * 1024)
})
