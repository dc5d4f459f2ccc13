// Memory of open live streams: 2,000 of them, compared with the server without any.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { KEY, openSessions } from './seed.ts'
import { call } from './swarm.ts'
import { residentKilobytes } from './usage.ts'

const PEOPLE = 100
/** Maximum number of streams that one account may have open. */
const STREAMS_EACH = 20
const SETTLE_FOR_MS = 10_000
const WARM_UPS = 300

/** Opens a live stream; resolves when its first bytes are here. */
function openStream(server: string, token: string): Promise<{ close: () => void }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const outgoing = request(`${server}/api/v1/events`, { headers, agent: false }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`A stream answered ${incoming.statusCode}`))
      incoming.once('data', () => resolve({ close: () => outgoing.destroy() }))
      incoming.on('data', () => {})
      incoming.on('error', () => {})
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-memory-'))
const settings = { DATA_DIR, ...KEY }
const tokens = await openSessions(settings, PEOPLE)
const server = await startProduct(settings)
const [first = ''] = tokens
for (let n = 0; n < WARM_UPS; n++) {
  await call(`${server.url}/auth/me`, 'GET', undefined, tokens[n % PEOPLE])
  const stream = await openStream(server.url, first)
  stream.close()
}
await delay(SETTLE_FOR_MS)
const before = residentKilobytes(server.pid)
const streams = await Promise.all(
  tokens.flatMap((token) => Array.from({ length: STREAMS_EACH }, () => openStream(server.url, token))),
)
await delay(SETTLE_FOR_MS)
const kilobytes = (residentKilobytes(server.pid) - before) / streams.length
for (const stream of streams) stream.close()
await server.stop()
rmSync(DATA_DIR, { recursive: true, force: true })
storeResults('memory', {
  figures: [
    { name: 'Server without anybody', value: before / 1024, limit: null, unit: 'MB' },
    { name: `Memory of a live stream, of ${streams.length}`, value: kilobytes, limit: 25, unit: 'KB' },
  ],
})
process.exit()
