import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import Bunzip from 'seek-bzip'
import { expect, onTestFinished, test } from 'vitest'
import { source } from '../../server.ts'
import { bomb, startBabbler, startSourceServer } from '../testing/stand-ins.ts'
import { net, tools } from '../testing/tools.ts'
import { guardGamedig } from './guard-gamedig.ts'
import { GAMEDIG_THREAD, startThread } from './thread.ts'

test('a decompression bomb counts as no answer, and is unpacked only up to the size of an answer', async () => {
  const server = await startSourceServer(bomb)
  onTestFinished(server.close)
  expect(bomb.length).toBeLessThan(306)
  const config = { game: 'teamfortress2', host: 'farm.test', port: server.port }
  await expect(source.fetch(config, tools, null)).rejects.toThrow('The game server does not answer')
  expect(server.state.requests).toBe(1)
  guardGamedig()
  expect(() => Bunzip.decode(bomb)).toThrow('It unpacks to too much')
})

/** Names of all protocols that gamedig has; each serves some games. */
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
test('a server of any game that answers nonsense fails only its own query, and ends no thread', async () => {
  let count = 0
  const server = await startBabbler(() => babbles[count++ % babbles.length]?.() ?? Buffer.alloc(0))
  onTestFinished(server.close)
  let lost = 0
  // Long enough that a thread that waits on a busy machine does not count as hung.
  const thread = startThread(GAMEDIG_THREAD, () => void lost++, BUSY_MS)
  const { signal } = new AbortController()
  const limits = { maxRetries: 1, socketTimeout: 500, attemptTimeout: 1500, givenPortOnly: true }
  const names = await protocols()
  expect(names.length).toBeGreaterThan(60)
  const query = { host: '127.0.0.1', port: server.port, ...limits }
  const queries = names.map((name) =>
    thread.query({ query: { type: `protocol-${name}`, ...query }, ownerKey: '', net, signal }),
  )
  const refused = (await Promise.allSettled(queries)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(names.length / 2)
  expect(lost).toBe(0)
  thread.end()
})
