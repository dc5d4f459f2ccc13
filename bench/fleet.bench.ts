// `node bench/fleet.bench.ts`: 5,000 agents on one server: memory, heartbeats, the event loop, and a restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Program, startProduct } from './programs.ts'
import { keep } from './results.ts'
import { call, connect, frame, percentile, type Registered, register, sample, signUp } from './swarm.ts'
import { metricOf, residentKilobytes } from './usage.ts'

const AGENTS = Number(process.env.AGENTS ?? 5000)
const SECONDS = Number(process.env.SECONDS ?? 60)
const REPORT_MS = 10_000
const CONNECTS_PER_SECOND = 150
const SETTLE_MS = 10_000
const RETRY_MAX_MS = 30_000
const PROBE_MS = 50
/** An agent that reports every ten seconds and comes back as the protocol says. */
function run(server: string, agent: Registered, state: { online: number; missed: number; isOver: boolean }) {
  let report: NodeJS.Timeout | undefined
  let seq = 0
  let failures = 0
  let drainMs: number | null = null
  function dial(): void {
    let isWelcome = false
    const socket = connect(
      server,
      agent,
      (heard) => {
        if (heard.t === 'drain') drainMs = heard.d.reconnectInMs
        if (heard.t !== 'welcome') return
        isWelcome = true
        failures = 0
        state.online++
        const say = () => socket.send(frame('data', sample(++seq)))
        report = setTimeout(() => {
          say()
          report = setInterval(say, REPORT_MS)
        }, Math.random() * REPORT_MS)
      },
      () => {
        clearInterval(report)
        if (isWelcome) state.online--
        if (state.isOver) return
        // Nobody asked it to leave.
        if (isWelcome && drainMs === null) state.missed++
        setTimeout(dial, drainMs ?? Math.random() * Math.min(RETRY_MAX_MS, 1000 * 2 ** failures++))
        drainMs = null
      },
    )
  }
  dial()
}

/** The event loop's 99th percentile since the last look, in ms. */
const lagP99 = async (server: Program) => (await metricOf(server.url, 'nodejs_eventloop_lag_p99_seconds')) * 1000

/** Asks all the time until told otherwise; answers the 95th percentile in ms. What fails counts as not asked. */
function probe(server: string, person: string) {
  const times: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const began = performance.now()
      const isAnswered = await call(`${server}/auth/me`, 'GET', undefined, person).then(
        () => true,
        () => false,
      )
      if (isAnswered) times.push(performance.now() - began)
      await delay(PROBE_MS)
    }
  })()
  return async () => {
    isOver = true
    await done
    return percentile(times, 0.95)
  }
}

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-fleet-'))
let server = await startProduct({ DATA_DIR })
const PORT = new URL(server.url).port
const person = await signUp(server.url)
console.log(`Registering ${AGENTS} agents …`)
const agents = await register(server.url, person, AGENTS)
await delay(SETTLE_MS)
const base = residentKilobytes(server.pid)
const state = { online: 0, missed: 0, isOver: false }
for (const agent of agents) {
  run(server.url, agent, state)
  await delay(1000 / CONNECTS_PER_SECOND)
}
while (state.online < AGENTS) await delay(PROBE_MS)
console.log(`${AGENTS} are online; measuring for ${SECONDS} s …`)
const kilobytesPerAgent = (residentKilobytes(server.pid) - base) / AGENTS
await lagP99(server)
await delay(SECONDS * 1000)
const lagP99Ms = await lagP99(server)
const { missed } = state

console.log('Restarting …')
await server.stop()
const began = performance.now()
server = await startProduct({ DATA_DIR, PORT })
const probed = probe(server.url, person)
while (state.online < AGENTS) await delay(PROBE_MS)
const backS = (performance.now() - began) / 1000
const httpP95Ms = await probed()
state.isOver = true
await server.stop()
rmSync(DATA_DIR, { recursive: true, force: true })

const who = `${AGENTS.toLocaleString('en')} agents`
keep('fleet', {
  figures: [
    {
      name: `Memory of an agent that reports every ten seconds, of ${who}`,
      value: kilobytesPerAgent,
      limit: 15,
      unit: 'KB',
    },
    { name: `Event loop, 99th percentile of its delay, ${who}`, value: lagP99Ms, limit: 50, unit: 'ms' },
    { name: `Connections lost in ${SECONDS} s, ${who}`, value: missed, limit: 0, unit: 'connections' },
    { name: `After a restart until all are back, ${who}`, value: backS, limit: 60, unit: 's' },
    { name: 'A read meanwhile, 95th percentile', value: httpP95Ms, limit: 500, unit: 'ms' },
  ],
})
process.exit()
