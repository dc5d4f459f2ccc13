import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox } from './disk/outbox.ts'
import { createSender } from './sender.ts'

const SECOND = 1000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-sender-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A sender of one run of the agent, and the numbers of the items in each of its frames. */
function sendAs(runId: string) {
  const frames: AgentFrame[] = []
  const sender = createSender(createOutbox({ folder, runId }), (frame) => frames.push(frame))
  const numbers = () => frames.map(({ d }) => (d as { run: string; seq: number }[]).map(({ run, seq }) => run + seq))
  return { ...sender, frames, numbers }
}
const measurement = (at = '2026-01-01T12:00:00.000Z') => ({ at, dataType: 'system', metrics: { load: 1 } })
const onDisk = () => {
  const file = path.join(folder, 'unsent.jsonl')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
}

test('an item that is sent again keeps its first time, even after a new clock comparison', () => {
  const sender = sendAs('r')
  sender.onConnected(60 * SECOND)
  sender.add(measurement('2026-01-01T12:00:00.000Z'))
  sender.onDisconnected()
  sender.onConnected(75 * SECOND)
  sender.add(measurement('2026-01-01T12:00:10.000Z'))
  sender.onDisconnected()
  const first = expect.objectContaining({ seq: 1, at: '2026-01-01T12:01:00.000Z' })
  const second = expect.objectContaining({ seq: 2, at: '2026-01-01T12:01:25.000Z' })
  expect(sender.frames.map(({ d }) => d)).toEqual([[first], [first], [second]])
})

test("an acknowledgement of an earlier run's items repeats none of this run", () => {
  const earlier = sendAs('a')
  for (const _ of [1, 2, 3]) earlier.add(measurement())
  const sender = sendAs('b')
  sender.onConnected(0)
  sender.add(measurement())
  sender.acknowledge('a', 3)
  sender.add(measurement())
  expect(sender.numbers()).toEqual([['a1', 'a2', 'a3'], ['b1'], ['b2']])
})

test('a thousand items are on the way at a time, and each acknowledgement sends further ones', () => {
  const sender = sendAs('r')
  for (let n = 0; n < 1150; n++) sender.add(measurement())
  const sizes = () => sender.numbers().map(({ length }) => length)
  sender.onConnected(0)
  expect(sizes()).toEqual(Array(10).fill(100))
  sender.acknowledge('r', 100)
  expect(sizes()).toEqual(Array(11).fill(100))
  sender.acknowledge('r', 1100)
  expect(sizes()).toEqual([...Array(11).fill(100), 50])
})

test('an item without an acknowledgement is on the disk after five seconds, an acknowledged one never', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sender = sendAs('r')
  sender.onConnected(0)
  for (const seq of [1, 2]) {
    sender.add(measurement())
    vi.advanceTimersByTime(4 * SECOND)
    sender.acknowledge('r', seq)
  }
  expect(onDisk()).toBe(0)
  sender.add(measurement())
  vi.advanceTimersByTime(4 * SECOND)
  expect(onDisk()).toBe(0)
  vi.advanceTimersByTime(SECOND)
  expect(onDisk()).toBe(1)
})

test('items are on the disk as soon as the connection is lost, and those that come after it', () => {
  const sender = sendAs('r')
  sender.onConnected(0)
  sender.add(measurement())
  expect(onDisk()).toBe(0)
  sender.onDisconnected()
  expect(onDisk()).toBe(1)
  sender.add(measurement())
  expect(onDisk()).toBe(2)
  expect(sender.numbers()).toEqual([['r1']])
})
