// Server process that reports its memory. On SIGUSR2 it moves its clock past the life of an access token, collects
// garbage, and prints memory and handles.
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { heldMb } from '@atalaya/testbed/held-memory'
import { createApp } from '#server/compose/app.ts'
import { readConfig } from '#server/config.ts'

const STEP_MS = 11 * 60_000
const OPEN_FILES = '/proc/self/fd'

const delay = monitorEventLoopDelay()
delay.enable()
let steps = 0
const now = () => Date.now() + steps * STEP_MS

// One agent is connected again for each sequence of frames, faster than any real one.
const rates = { connectsPerMinute: 1_000_000, upgradesPerSecond: 100_000, helloMs: 500 }
const { app } = await createApp(readConfig(), now, rates)
await app.listen({ host: '127.0.0.1', port: 0 })

process.on('SIGUSR2', () => {
  steps++
  const measure = {
    heapMb: heldMb(),
    handles: process.platform === 'linux' ? readdirSync(OPEN_FILES).length : process.getActiveResourcesInfo().length,
    delayMs: delay.percentile(99) / 1e6,
    longestMs: delay.max / 1e6,
  }
  delay.reset()
  process.stdout.write(`measured ${JSON.stringify(measure)}\n`)
})
process.stdout.write(`Atalaya is ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
