// `REST_MINUTES=60 node bench/rest.bench.ts` after `npm run build`: the memory of a server after an hour. Fifty agents
// report every ten seconds, and nobody looks on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { connect, frame, registerAgents, sample, signUp } from './swarm.ts'
import { residentKilobytes } from './usage.ts'

const MINUTES = Number(process.env.REST_MINUTES ?? 60)
const AGENTS = 50
const REPORT_EVERY_MS = 10_000
const MINUTE_MS = 60_000

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-rest-'))
const first = await startProduct({ DATA_DIR })
const agents = await registerAgents(first.url, await signUp(first.url), AGENTS)
await first.stop()

const server = await startProduct({ DATA_DIR })
for (const agent of agents) {
  let seq = 0
  const socket = connect(
    server.url,
    agent,
    ({ t }) => {
      if (t === 'welcome') setInterval(() => socket.send(frame('data', sample(++seq))), REPORT_EVERY_MS)
    },
    () => {
      throw new Error('An agent lost its connection')
    },
  )
  await delay(REPORT_EVERY_MS / AGENTS)
}
for (let minute = 1; minute <= MINUTES; minute++) {
  await delay(MINUTE_MS)
  console.log(`${minute}: ${(residentKilobytes(server.pid) / 1024).toFixed(1)} MB`)
}
const value = residentKilobytes(server.pid) / 1024
storeResults('rest', {
  figures: [{ name: `Memory after ${MINUTES} minutes with ${AGENTS} agents`, value, limit: 110, unit: 'MB' }],
})
process.kill(server.pid, 'SIGTERM')
rmSync(DATA_DIR, { recursive: true, force: true })
process.exit()
