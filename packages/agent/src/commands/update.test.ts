import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createUpdater } from './update.ts'

let state: string
let file: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'atalaya-trial-'))
  file = path.join(state, 'agent.mjs')
  // Leaves the files as an update does.
  writeFileSync(file, 'new')
  writeFileSync(`${file}.previous`, 'old')
  writeFileSync(path.join(state, 'update.json'), '{}')
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const updater = (trialMs: number, server = 'http://127.0.0.1:1') =>
  createUpdater({ server: new URL(server), key: null, file, state, trialMs, onError: expect.unreachable })
const program = () => readFileSync(file, 'utf8')

test('a new version that does not reach the server is replaced by the old one', async () => {
  await new Promise<void>((onRestored) => updater(1).startTrial({ onRestored }))
  expect(program()).toBe('old')
  expect(existsSync(path.join(state, 'update.json'))).toBe(false)
})

test('a new version that reaches the server stays, also after a restart', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let hasLeft = false
  const leave = () => {
    hasLeft = true
  }
  const first = updater(60_000)
  first.startTrial({ onRestored: leave })
  first.confirm()
  updater(60_000).startTrial({ onRestored: leave })
  vi.advanceTimersByTime(60_000)
  expect([program(), hasLeft, existsSync(path.join(state, 'update.json'))]).toEqual(['new', false, false])
})

test('an update that can not be written to the disk changes nothing', async () => {
  const program = 'console.log("2.0.0")'
  const etag = createHash('sha256').update(program).digest('hex')
  const server = createServer((_request, response) => response.setHeader('etag', `"${etag}"`).end(program))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // Takes the place of the file that would mark the trial of the new version.
  mkdirSync(path.join(state, 'update.json.new'))
  const update = updater(1, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(update.fetchNewer(new AbortController().signal)).rejects.toThrow()
  expect(readFileSync(file, 'utf8')).toBe('new')
})
