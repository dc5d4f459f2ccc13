import { WebSocket } from 'ws'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'
import { call, connect, frame, percentile, register, signUp } from './swarm.ts'

const ROUNDS = 5
const TRIES = 200
const P95 = 0.95
const UNIT = '1/p95 in 1/s'

/** `settled` waits for what a command leaves to do behind it. */
type Way = { once: () => Promise<unknown>; settled?: () => Promise<unknown>; close: () => Promise<void> }

/** How long one thing after the other takes; answers how many of the slowest but five per cent fit into a second. */
async function perSecond({ once, settled }: Way): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TRIES; n++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
    await settled?.()
  }
  return 1000 / percentile(times, P95)
}

/** From the POST of a command until the agent has it in its hands. */
async function theProduct(): Promise<Way> {
  const server = await startProduct()
  const person = await signUp(server.url)
  const [agent] = await register(server.url, person, 1)
  if (!agent) throw new Error('No agent')
  const { promise: welcome, resolve } = Promise.withResolvers<void>()
  let hands = Promise.withResolvers<void>()
  let receipt = Promise.withResolvers<void>()
  const line = connect(
    server.url,
    agent,
    (heard) => {
      if (heard.t === 'welcome') resolve()
      if (heard.t === 'cmd.result.ack') receipt.resolve()
      if (heard.t !== 'cmd') return
      hands.resolve()
      const { execId } = heard.d
      line.send(frame('cmd.ack', { execId }))
      line.send(frame('cmd.result', { execId, status: 'succeeded' }))
    },
    () => {},
  )
  await welcome
  const once = () => {
    hands = Promise.withResolvers()
    receipt = Promise.withResolvers()
    const body = { command: 'ping', agentId: agent.id }
    return Promise.all([call(`${server.url}/api/v1/agents/command`, 'POST', body, person), hands.promise])
  }
  const close = async () => {
    line.close()
    await server.stop()
  }
  return { once, settled: () => receipt.promise, close }
}

/** A program of `limits/` with a WebSocket to it; `send` makes it say something there. */
async function aLimit(file: string, send: (url: string, socket: WebSocket) => unknown): Promise<Way> {
  const limit = await startProgram(file)
  const socket = new WebSocket(limit.url.replace(/^http/, 'ws'), { perMessageDeflate: false })
  await new Promise((open) => socket.once('open', open))
  const once = () => {
    const heard = new Promise((done) => socket.once('message', done))
    return Promise.all([send(limit.url, socket), heard])
  }
  const close = async () => {
    socket.close()
    await limit.stop()
  }
  return { once, close }
}

/** A command, against the way of a message there and back, and against the least program that keeps a command first. */
export async function commandLatency(): Promise<Measured[]> {
  const body = { command: 'ping', agentId: 'x' }
  const [ours, echo, kept] = await Promise.all([
    theProduct(),
    aLimit('bench/limits/bare-echo.ts', (_url, socket) => socket.send(frame('cmd.ack', { execId: 'x' }))),
    aLimit('bench/limits/bare-command.ts', (url) => call(url, 'POST', body)),
  ])
  const rounds: { ours: number; echo: number; kept: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const found = {
      echo: await perSecond(echo),
      kept: await perSecond(kept),
      ours: await perSecond(ours),
    }
    if (round > 0) rounds.push(found)
  }
  for (const way of [ours, echo, kept]) await way.close()
  const against = (limit: 'echo' | 'kept') => rounds.map((round) => ({ ours: round.ours, limit: round[limit] }))
  const what = 'Command to an online agent'
  return [
    { what, limit: 'ws echo', unit: UNIT, goal: 0.2, rounds: against('echo') },
    { what, limit: 'POST, a row on the disk, ws', unit: UNIT, goal: null, rounds: against('kept') },
  ]
}
