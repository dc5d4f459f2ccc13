// `node bench/tls-fleet.bench.ts`: 10,000 agents on one server that come through HAProxy with TLS.
import { measureFleet } from './fleet.ts'
import { storeResults } from './results.ts'

const count = Number(process.env.AGENTS ?? 10_000)
const seconds = Number(process.env.SECONDS ?? 60)
// Two proxies: each has two sockets for an agent, and a process here has at most 20,000 files.
storeResults('tls-fleet', { figures: await measureFleet({ count, seconds, proxies: 2 }) })
process.exit()
