// The way of a command hop by hop, on one server: median times of calls made one after the other.
import { median } from './measured.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { createSenders, type Sender } from './senders.ts'
import { call } from './swarm.ts'

const TRIES = 200
const WARM_UP_TRIES = 300

const server = await startProduct()
const senders = await createSenders(server.url, server.url)
const read = (path: string, { token }: Sender) => call(`${server.url}${path}`, 'GET', undefined, token)

/** Measurements by their names. Each returns the ms of its part, or nothing if its whole time counts. */
const rows: Record<string, (sender: Sender) => Promise<unknown>> = {
  'An authenticated request': (sender) => read('/auth/me', sender),
  'Its targets are found, too': (sender) => read('/api/v1/agents/reach?search=rack', sender),
  'A command is stored (its agent is away)': (sender) => sender.sendToAway(),
  async 'A command is stored, claimed and sent: until the answer'({ send, finish }) {
    const began = performance.now()
    const { response, delivered } = send()
    await response
    const ms = performance.now() - began
    await finish(await delivered)
    return ms
  },
  async 'The same: until the agent has it'({ send, finish }) {
    const began = performance.now()
    const { response, delivered } = send()
    const execId = await delivered
    const ms = performance.now() - began
    await response
    await finish(execId)
    return ms
  },
  async 'A result, until its receipt'({ send, finish }) {
    const { response, delivered } = send()
    await response
    const execId = await delivered
    const began = performance.now()
    await finish(execId)
    return performance.now() - began
  },
  async 'All of it, until the sender has the result'({ send, finish }) {
    const { response, delivered } = send('?waitS=10')
    await finish(await delivered)
    await response
  },
}

const figures = []
for (const [name, once] of Object.entries(rows)) {
  const times: number[] = []
  for (let n = 0; n < WARM_UP_TRIES + TRIES; n++) {
    const sender = senders.next()
    const began = performance.now()
    const partMs = await once(sender)
    if (n >= WARM_UP_TRIES) times.push(typeof partMs === 'number' ? partMs : performance.now() - began)
  }
  figures.push({ name, value: median(times), limit: null, unit: 'ms' })
}
senders.close()
await server.stop()
storeResults('hops', { figures })
