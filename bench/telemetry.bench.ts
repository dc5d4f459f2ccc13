// Telemetry that is checked, committed and then acknowledged, against an echo and a bare insert.
import { WebSocket } from 'ws'
import { cpuSeconds, type Rates } from './load.ts'
import type { Measured } from './measured.ts'
import { type Program, startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'
import { connect, frame, type RegisteredAgent, registerAgents, sample, signUp } from './swarm.ts'

const ROUNDS = 5
const SECONDS = 3
/** Number of agents, enough that none uses up the rate at which one agent may store. */
const CONNECTIONS = 64
/** Frames in flight on one connection, so that neither end is idle. */
const WINDOW_FRAMES = 64
const BATCH_ITEMS = 10
const LIMIT_ROWS = 400_000
/** Core of limit and product; the sender has another one. */
const CORE = 0

/** Connection that sends frames and counts the answered ones. */
type LoadConnection = { send(count: number): void; answered(): number; close(): void }

/** Rates of a program, a second on the clock and a second of its processors. */
async function ratesOf(pid: number, work: () => Promise<number>): Promise<Rates> {
  const [cpu, began] = [cpuSeconds(pid), performance.now()]
  const done = await work()
  return { perSecond: (1000 * done) / (performance.now() - began), perCpuSecond: done / (cpuSeconds(pid) - cpu) }
}

/** Keeps the windows of all connections full for a while. Returns the number of answered frames. */
async function keepFull(connections: LoadConnection[]): Promise<number> {
  const total = () => connections.reduce((sum, connection) => sum + connection.answered(), 0)
  const sent = connections.map((connection) => connection.answered())
  const [count, end] = [total(), performance.now() + SECONDS * 1000]
  const fill = () => {
    for (const [n, connection] of connections.entries()) {
      const free = WINDOW_FRAMES - ((sent[n] ?? 0) - connection.answered())
      if (free > 0) connection.send(free)
      sent[n] = (sent[n] ?? 0) + Math.max(0, free)
    }
  }
  while (performance.now() < end) {
    fill()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  while (total() < sent.reduce((sum, frames) => sum + frames, 0)) await new Promise((resolve) => setTimeout(resolve, 1))
  return total() - count
}

async function echoConnection(url: string): Promise<LoadConnection> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { perMessageDeflate: false })
  let seq = 0
  let answered = 0
  socket.on('message', () => answered++)
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (count: number) => {
    for (let n = 0; n < count; n++) socket.send(frame('data', sample(++seq)))
  }
  return { send, answered: () => answered, close: () => socket.close() }
}

async function agentConnection(server: string, agent: RegisteredAgent, items: number): Promise<LoadConnection> {
  let seq = 0
  let acknowledged = 0
  const at = Date.now()
  const nextSample = () => sample(++seq, at + seq)
  const { promise: welcome, resolve } = Promise.withResolvers<void>()
  const socket = connect(
    server,
    agent,
    (received) => {
      if (received.t === 'welcome') resolve()
      if (received.t === 'data.ack') acknowledged = received.d.seq
    },
    () => {},
  )
  await welcome
  const send = (count: number) => {
    for (let n = 0; n < count; n++)
      socket.send(frame('data', items === 1 ? nextSample() : Array.from({ length: items }, nextSample)))
  }
  return { send, answered: () => acknowledged / items, close: () => socket.close() }
}

/** Limit and product in turns; the first round warms both up and does not count. */
async function alternate(limit: () => Promise<Rates>, ours: () => Promise<Rates>) {
  const rounds: { limit: Rates; ours: Rates }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { limit: await limit(), ours: await ours() }
    if (round > 0) rounds.push(pair)
  }
  return (rate: keyof Rates): Measured['rounds'] =>
    rounds.map((pair) => ({ limit: pair.limit[rate], ours: pair.ours[rate] }))
}

async function withAgents<T>(
  items: number,
  work: (server: Program, connections: LoadConnection[]) => Promise<T>,
): Promise<T> {
  const server = await startProduct({}, CORE)
  const agents = await registerAgents(server.url, await signUp(server.url), CONNECTIONS)
  const connections = await Promise.all(agents.map((agent) => agentConnection(server.url, agent, items)))
  const result = await work(server, connections)
  for (const connection of connections) connection.close()
  await server.stop()
  return result
}

/** Compares one sample a frame, checked, committed and then acknowledged, with `ws` that sends the same frames back. */
async function singleSamples(): Promise<Measured> {
  const echo = await startProgram('bench/limits/bare-echo.ts', {}, CORE)
  const echoes = await Promise.all(Array.from({ length: CONNECTIONS }, () => echoConnection(echo.url)))
  const rounds = await withAgents(1, ({ pid }, connections) =>
    alternate(
      () => ratesOf(echo.pid, () => keepFull(echoes)),
      () => ratesOf(pid, () => keepFull(connections)),
    ),
  )
  for (const connection of echoes) connection.close()
  await echo.stop()
  return {
    what: 'Committed telemetry, one sample a frame',
    limit: 'ws echo',
    unit: 'frames/CPU s',
    goal: 0.45,
    rounds: rounds('perCpuSecond'),
  }
}

/**
 * Ten samples a frame, both on one core, against a bare insert of the same rows, 500 a transaction: on the clock, and
 * its processor time. Then against the largest transactions that the product makes.
 */
async function batches(): Promise<Measured[]> {
  const usual = await batchesAgainst(500)
  const largest = await batchesAgainst(4000)
  const figure = { what: 'Telemetry, ten samples a frame', unit: 'samples/s' }
  return [
    { ...figure, limit: 'bare insert, 500 at once', goal: 0.5, rounds: usual('perSecond') },
    { ...figure, limit: 'bare insert, 4,000 at once', goal: null, rounds: largest('perSecond') },
    {
      ...figure,
      limit: 'bare insert, 4,000 at once',
      unit: 'samples/CPU s',
      goal: null,
      rounds: largest('perCpuSecond'),
    },
  ]
}

async function batchesAgainst(batchSize: number) {
  const body = JSON.stringify(Object.values((sample(1) as { metrics: object }).metrics))
  const limit = await startProgram('bench/limits/bare-insert.ts', { BODY: body, BATCH_SIZE: String(batchSize) }, CORE)
  const insert = async () => {
    await fetch(`${limit.url}/?rows=${LIMIT_ROWS}`)
    return LIMIT_ROWS
  }
  const rounds = await withAgents(BATCH_ITEMS, ({ pid }, connections) =>
    alternate(
      () => ratesOf(limit.pid, insert),
      () => ratesOf(pid, async () => BATCH_ITEMS * (await keepFull(connections))),
    ),
  )
  await limit.stop()
  return rounds
}

storeResults('telemetry', { measured: [await singleSamples(), ...(await batches())] })
