// Time of a command from its POST until an agent has it, on one server and across two instances. Compared with the
// minimal program that keeps the same promises, and with an echo.

import { startNats } from '@atalaya/testbed/nats-server'
import { createDatabase, startPostgres } from '@atalaya/testbed/postgres'
import { WebSocket } from 'ws'
import type { Measured } from './measured.ts'
import { type Program, startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'
import { createSenders } from './senders.ts'
import { call, frame, percentile } from './swarm.ts'

const ROUNDS = 7
const TRIES = 200
const WARM_UP_TRIES = 1500
const P95 = 0.95
const GOALS = { oneServer: 0.5, twoInstances: 0.4 }
const UNIT = '1/p95 in 1/s'

/** `settle` waits for the follow-up work of a command. */
type Way = { once: () => Promise<unknown>; settle?: () => Promise<unknown>; close: () => Promise<void> }
/** Server that people call, and server that has the agent; the same, or two. */
type Servers = { api: string; agents: string; stop: () => Promise<void> }

/** Runs the tasks one after the other. Returns the rate a second, by the 95th percentile of the times. */
async function perSecond({ once, settle }: Way, tries = TRIES): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < tries; n++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
    await settle?.()
  }
  return 1000 / percentile(times, P95)
}

/** From the POST of a command until the agent has it and the caller its answer. */
async function productWay({ api, agents, stop }: Servers): Promise<Way> {
  const senders = await createSenders(api, agents)
  let finish: () => Promise<void> = async () => {}
  const once = async () => {
    const sender = senders.next()
    const { response, delivered } = sender.send()
    const [execId] = await Promise.all([delivered, response])
    finish = () => sender.finish(execId)
  }
  const close = async () => {
    senders.close()
    await stop()
  }
  return { once, settle: () => finish(), close }
}

/** Programs of `limits/`: `api` gets the messages, and `socketServer` has the WebSocket on which they arrive. */
type Limit = { api: Program; socketServer: Program }

async function waySending(limit: Limit, send: (url: string, socket: WebSocket) => unknown): Promise<Way> {
  const socket = new WebSocket(limit.socketServer.url.replace(/^http/, 'ws'), { perMessageDeflate: false })
  await new Promise((open) => socket.once('open', open))
  const once = () => {
    const received = new Promise((done) => socket.once('message', done))
    return Promise.all([send(limit.api.url, socket), received])
  }
  const close = async () => {
    socket.close()
    for (const program of new Set([limit.api, limit.socketServer])) await program.stop()
  }
  return { once, close }
}

async function echoWay(): Promise<Way> {
  const program = await startProgram('bench/limits/bare-echo.ts')
  return waySending({ api: program, socketServer: program }, (_url, socket) =>
    socket.send(frame('cmd.ack', { execId: 'x' })),
  )
}

/** One program on SQLite, or two on PostgreSQL and NATS. */
async function minimalWay(shared?: Record<string, string>): Promise<Way> {
  const body = { command: 'ping', agentId: 'x' }
  const api = await startProgram('bench/limits/bare-command.ts', shared)
  const socketServer = shared ? await startProgram('bench/limits/bare-command.ts', { ...shared, ROLE: 'agents' }) : api
  return waySending({ api, socketServer }, (url) => call(url, 'POST', body))
}

type Compared = { what: string; limitName: string; goal: number; shared?: Record<string, string> }

/** In turns: the product, a message there and back, and the minimal program that keeps the promises of a command. */
async function compare({ what, limitName, goal, shared }: Compared, servers: Servers) {
  const ours = await productWay(servers)
  const echo = await echoWay()
  const minimal = await minimalWay(shared)
  const ways = [ours, echo, minimal]
  for (const way of ways) await perSecond(way, WARM_UP_TRIES)
  const rounds: { ours: number; echo: number; minimal: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ echo: await perSecond(echo), minimal: await perSecond(minimal), ours: await perSecond(ours) })
  }
  for (const way of ways) await way.close()
  const pairs = (limit: 'echo' | 'minimal') => rounds.map((round) => ({ ours: round.ours, limit: round[limit] }))
  const floor = rounds.map((round) => ({ ours: round.minimal, limit: round.echo }))
  return [
    { what, limit: limitName, unit: UNIT, goal, rounds: pairs('minimal') },
    { what, limit: 'ws echo', unit: UNIT, goal: null, rounds: pairs('echo') },
    { what: `That least program (${limitName})`, limit: 'ws echo', unit: UNIT, goal: null, rounds: floor },
  ] satisfies Measured[]
}

async function onOne(): Promise<Measured[]> {
  const { url, stop } = await startProduct()
  return compare(
    { what: 'Command, one server', limitName: 'POST, the same rows on the disk, ws', goal: GOALS.oneServer },
    { api: url, agents: url, stop },
  )
}

/** PostgreSQL with durable commits, NATS, and two instances: people at one, the agent at the other. */
async function acrossTwo(): Promise<Measured[]> {
  const [postgres, nats] = await Promise.all([startPostgres({}), startNats()])
  const settings = {
    DATABASE_URL: await createDatabase(postgres.url),
    NATS_URL: nats.url,
    SECRET_KEY: 'one key for both instances of the bench',
  }
  const one = await startProduct(settings)
  const other = await startProduct(settings)
  const stop = async () => {
    for (const server of [one, other]) await server.stop()
  }
  const shared = { DATABASE_URL: await createDatabase(postgres.url), NATS_URL: nats.url }
  const measured = await compare(
    {
      what: 'Command, across two instances',
      limitName: 'POST, the same rows in PostgreSQL, NATS, ws',
      goal: GOALS.twoInstances,
      shared,
    },
    { api: one.url, agents: other.url, stop },
  )
  await nats.stop()
  await postgres.stop()
  return measured
}

storeResults('latency', { measured: [...(await onOne()), ...(await acrossTwo())] })
