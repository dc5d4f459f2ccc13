// Server process for browser tests of rare states: with short timeouts for agents, and short intervals of jobs.
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/compose/app.ts'
import { readConfig } from '#server/config.ts'

const times = { graceMs: 1000, numbersEveryMs: 200, judgeEveryMs: 500, firstNoticeAfterMs: 1000, notifyEveryMs: 200 }
const { app } = await createApp(readConfig(), Date.now, times)
await app.listen({ host: '127.0.0.1', port: readConfig().PORT })
process.stdout.write(`Atalaya is ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
