// Server process with short timeouts for agents, their commands and backups.
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/compose/app.ts'
import { readConfig } from '#server/config.ts'

const beats = { pingEveryMs: 1000, pongMs: 3000, graceMs: 200, restartGraceMs: 200, presenceEveryMs: 20 }
const rates = { connectsPerMinute: 100_000, upgradesPerSecond: 10_000 }
const { app } = await createApp(readConfig(), Date.now, {
  ...beats,
  ...rates,
  reapEveryMs: 200,
  silentMs: 3000,
  backupCheckEveryMs: 200,
})
await app.listen({ host: '127.0.0.1', port: readConfig().PORT })
process.stdout.write(`Atalaya is ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
