// The server as a process of its own, for browser tests of rare states. It waits a fraction of the usual times for
// agents, and writes and judges at once.
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/compose/app.ts'
import { readConfig } from '#server/config.ts'

const times = { graceMs: 1000, numbersEveryMs: 200, judgeEveryMs: 500, firstNoticeAfterMs: 1000, notifyEveryMs: 200 }
const { app } = await createApp(readConfig(), Date.now, times)
await app.listen({ host: '127.0.0.1', port: readConfig().PORT })
process.stdout.write(`Atalaya is ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
