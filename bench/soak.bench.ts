// `SOAK_MINUTES=30 node bench/soak.bench.ts` after `npm run build`: the memory of a server after half an hour of
// everything at once.
import { setTimeout as delay } from 'node:timers/promises'
import { requestWork, type Work } from './load.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { openDisplay } from './soak-display.ts'
import { account, call, connect, frame, registerAgents, sample, signUp } from './swarm.ts'
import { metricOf, residentKilobytes } from './usage.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const AGENTS = 50
const STREAMS = 10
const MINUTE_MS = 60_000
/** Measurements a minute. Their minimum counts, because garbage comes and goes. */
const MEASUREMENTS = 30
/** Minutes until bounded caches are full: the history of events, machine code and others. */
const SETTLED_MINUTE = Math.min(30, Math.round(MINUTES / 3))
const GROWTH_MAX = 1.1

type MemorySample = { minute: number; heap: number; resident: number }

const server = await startProduct()
const accessToken = await signUp(server.url)
const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
const agents = await registerAgents(server.url, accessToken, AGENTS)
let isOver = false
let doneCount = 0

/** An agent that reports every second, carries commands out, and drops its connection now and then. */
function runAgent(agent: (typeof agents)[number]): void {
  let seq = 0
  const socket = connect(
    server.url,
    agent,
    (received) => {
      if (received.t !== 'cmd') return
      const { execId } = received.d
      socket.send(frame('cmd.ack', { execId }))
      socket.send(frame('cmd.result', { execId, status: 'succeeded', output: 'fine' }))
    },
    () => {
      clearInterval(report)
      if (!isOver) setTimeout(() => runAgent(agent), 1000)
    },
  )
  const report = setInterval(() => {
    if (socket.readyState === socket.OPEN) socket.send(frame('data', sample(++seq)))
    if (Math.random() < 1 / 300) socket.close()
  }, 1000)
}

/** Repeats some work with pauses until the soak is over. @throws Error if the product refuses. */
async function repeatWork(everyMs: number, once: () => Promise<unknown>): Promise<void> {
  while (!isOver) {
    await once()
    doneCount++
    await delay(everyMs)
  }
}

const callOf = (path: string, method?: string, body?: () => string): Work =>
  requestWork(() => [], { url: `${server.url}${path}`, headers, ...(method && { method }), ...(body && { body }) }, 1)

async function applyLoad(): Promise<void> {
  const { page } = await call<{ page: { _id: string } }>(
    `${server.url}/api/v1/dashboard/pages`,
    'POST',
    { name: 'Soak' },
    accessToken,
  )
  const first = agents[0]?.id ?? ''
  const reads = ['/auth/me', '/api/v1/agents', '/api/v1/stats', '/api/v1/data/latest', '/api/v1/dashboard/pages']
  const further = [`/api/v1/agents/${first}/commands`, `/api/v1/agents/${first}/data`, '/api/v1/audit', '/api/v1/users']
  const reading = [...reads, ...further].map((path) => repeatWork(200, callOf(path).once))
  const rename = () => JSON.stringify({ name: `Soak ${doneCount}` })
  const body = () => JSON.stringify({ command: 'ping', agentId: agents[doneCount % AGENTS]?.id })
  await Promise.all([
    ...reading,
    repeatWork(200, callOf(`/api/v1/dashboard/pages/${page._id}`, 'PATCH', rename).once),
    repeatWork(500, callOf('/api/v1/agents/command', 'POST', body).once),
    repeatWork(30_000, signInAnew),
    ...Array.from({ length: STREAMS }, () => repeatWork(1000, listenForAWhile)),
  ])
}

/** Access tokens live for ten minutes. */
async function signInAnew(): Promise<void> {
  const { tokens } = await call(`${server.url}/auth/login`, 'POST', account)
  headers.authorization = `Bearer ${tokens.accessToken}`
}

/** A live stream that somebody opens and leaves after some seconds. */
async function listenForAWhile(): Promise<void> {
  const leave = AbortSignal.timeout(5000 + Math.floor(Math.random() * 10_000))
  try {
    const response = await fetch(`${server.url}/api/v1/events`, { headers, signal: leave })
    for await (const _chunk of response.body ?? []) if (isOver) return
  } catch (error) {
    if (!leave.aborted) throw error
  }
}

async function readMemory(minute: number): Promise<MemorySample> {
  const heaps: number[] = []
  const residents: number[] = []
  for (let n = 0; n < MEASUREMENTS; n++) {
    heaps.push((await metricOf(server.url, 'nodejs_heap_size_used_bytes')) / 1024 ** 2)
    residents.push(residentKilobytes(server.pid) / 1024)
    await delay(MINUTE_MS / MEASUREMENTS)
  }
  return { minute, heap: Math.min(...heaps), resident: Math.min(...residents) }
}

for (const agent of agents) runAgent(agent)
const display = await openDisplay(server.url, agents[0]?.id ?? '')
const load = applyLoad()
const memorySamples: MemorySample[] = []
while ((memorySamples.at(-1)?.minute ?? 0) < MINUTES) {
  const memory = await readMemory((memorySamples.at(-1)?.minute ?? 0) + 1)
  memorySamples.push(memory)
  console.log(`${memory.minute} min: heap ${memory.heap.toFixed(1)} MB, resident ${memory.resident.toFixed(1)} MB`)
}
isOver = true
await load
await display.close()
await server.stop()

const sampleAt = (minute: number) =>
  memorySamples.find((memory) => memory.minute >= minute) ?? { heap: Number.NaN, resident: Number.NaN }
const settledSample = sampleAt(SETTLED_MINUTE)
const figures = (['heap', 'resident'] as const).flatMap((kind) => {
  const what = kind === 'heap' ? 'Heap under load' : 'Resident memory under load'
  const marks = [1, SETTLED_MINUTE, Math.round((MINUTES * 2) / 3)]
  return [
    ...marks.map((minute) => ({
      name: `${what}, minute ${minute}`,
      value: sampleAt(minute)[kind],
      limit: null,
      unit: 'MB',
    })),
    {
      name: `${what}, minute ${MINUTES}`,
      value: sampleAt(MINUTES)[kind],
      limit: settledSample[kind] * GROWTH_MAX,
      unit: 'MB',
    },
  ]
})
storeResults('soak', { figures })
process.exit()
