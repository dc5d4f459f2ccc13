// `node bench/fleet.bench.ts`: 5,000 agents on one server, without TLS.
import { measureFleet } from './fleet.ts'
import { storeResults } from './results.ts'

const count = Number(process.env.AGENTS ?? 5000)
const seconds = Number(process.env.SECONDS ?? 60)
storeResults('fleet', { figures: await measureFleet({ count, seconds, proxies: 0 }) })
process.exit()
