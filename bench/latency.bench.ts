import { WebSocket } from 'ws'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'
import { call, connect, frame, percentile, register, signUp } from './swarm.ts'

const ROUNDS = 5
const TRIES = 200
const P95 = 0.95

/** How long one thing after the other takes; answers how many of the slowest but five per cent fit into a second. */
async function perSecond(once: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TRIES; n++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
  }
  return 1000 / percentile(times, P95)
}

/** From the POST of a command until the agent has it in its hands, against the way of a message there and back. */
export async function commandLatency(): Promise<Measured> {
  const server = await startProduct()
  const person = await signUp(server.url)
  const [agent] = await register(server.url, person, 1)
  if (!agent) throw new Error('No agent')
  let arrived = () => {}
  const { promise: welcome, resolve } = Promise.withResolvers<void>()
  const line = connect(
    server.url,
    agent,
    (heard) => {
      if (heard.t === 'welcome') resolve()
      if (heard.t !== 'cmd') return
      const { execId } = heard.d
      line.send(frame('cmd.ack', { execId }))
      line.send(frame('cmd.result', { execId, status: 'succeeded' }))
      arrived()
    },
    () => {},
  )
  await welcome
  const command = async () => {
    const hands = new Promise<void>((done) => {
      arrived = done
    })
    const body = { command: 'ping', agentId: agent.id }
    await Promise.all([call(`${server.url}/api/v1/agents/command`, 'POST', body, person), hands])
  }

  const limit = await startProgram('bench/limits/bare-echo.ts')
  const echo = new WebSocket(limit.url.replace(/^http/, 'ws'), { perMessageDeflate: false })
  await new Promise((open) => echo.once('open', open))
  const thereAndBack = async () => {
    const answer = new Promise((back) => echo.once('message', back))
    echo.send(frame('cmd.ack', { execId: 'x' }))
    await answer
  }

  const rounds: Measured['rounds'] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { limit: await perSecond(thereAndBack), ours: await perSecond(command) }
    if (round > 0) rounds.push(pair)
  }
  line.close()
  echo.close()
  await Promise.all([server.stop(), limit.stop()])
  return { what: 'Command to an online agent', limit: 'ws echo', unit: '1/p95 in 1/s', goal: 0.2, rounds }
}
