import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { source } from '../../server.ts'
import { bomb, startBabbler, startSourceServer } from '../testing/stand-ins.ts'
import { net, tools } from '../testing/tools.ts'
import { GAMEDIG_THREAD, startThread } from './thread.ts'

const MEGABYTE = 1024 * 1024

test('a bomb of 300 bytes is told as no answer, and neither takes memory nor holds anybody up', async () => {
  const server = await startSourceServer(bomb)
  onTestFinished(server.close)
  expect(bomb.length).toBeLessThan(306)
  const config = { game: 'teamfortress2', host: 'farm.test', port: server.port }
  // The thread is there, so that what is measured is the answer.
  const ask = () => source.fetch(config, tools, null).catch((error) => error.message)
  expect(await ask()).toBe('The game server does not answer')
  const before = process.memoryUsage()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  expect(await ask()).toBe('The game server does not answer')
  delay.disable()
  const after = process.memoryUsage()
  expect(server.state.asked).toBeGreaterThan(1)
  expect(after.rss - before.rss).toBeLessThan(64 * MEGABYTE)
  // 8,000 ms where it was unpacked here; the machine may be busy with other things.
  expect(delay.max / 1e6).toBeLessThan(500)
})

/** The names of all protocols that gamedig has, of which games are asked in some. */
async function protocols(): Promise<string[]> {
  const at = new URL('../protocols/index.js', pathToFileURL(createRequire(import.meta.url).resolve('gamedig')))
  return Object.keys(await import(at.href))
}

const BUSY_MS = 20_000
const babbles = [
  () => randomBytes(1400),
  () => Buffer.alloc(1400),
  () => Buffer.alloc(1400, 0xff),
  () => Buffer.from(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${'[1,'.repeat(400)}`),
]
test('whatever game is asked for, a server that talks nonsense ends its own question, and no thread', async () => {
  let said = 0
  const server = await startBabbler(() => babbles[said++ % babbles.length]?.() ?? Buffer.alloc(0))
  onTestFinished(server.close)
  let lost = 0
  // A machine that is busy with other tests lets a thread wait for its turn; one that is lost has ended.
  const thread = startThread(GAMEDIG_THREAD, () => void lost++, BUSY_MS)
  const { signal } = new AbortController()
  const limits = { maxRetries: 1, socketTimeout: 500, attemptTimeout: 1500, givenPortOnly: true }
  const names = await protocols()
  expect(names.length).toBeGreaterThan(60)
  const query = { host: '127.0.0.1', port: server.port, ...limits }
  const asked = names.map((name) =>
    thread.ask({ query: { type: `protocol-${name}`, ...query }, whose: '', net, signal }),
  )
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(names.length / 2)
  expect(lost).toBe(0)
  thread.end()
})
