import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCutDisk } from '#agent/testing/cut-disk.ts'
import { createOutbox } from './outbox.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-outbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => readFileSync(path.join(folder, 'unsent.jsonl'), 'utf8')
const measurement = (n: number, at = new Date().toISOString()) => ({ at, dataType: 'system', metrics: { n } })
const open = (runId: string, settings: object = {}) => createOutbox({ folder, runId, ...settings })
const values = (outbox: ReturnType<typeof open>) => outbox.items().map((item) => item.metrics?.n)

test('the outbox numbers items from one and drops acknowledged ones', () => {
  const outbox = open('a')
  for (const n of [10, 11, 12]) outbox.add(measurement(n))
  expect(outbox.items().map(({ run, seq }) => [run, seq])).toEqual([
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ])
  outbox.acknowledge('a', 2)
  expect(values(outbox)).toEqual([12])
  outbox.acknowledge('b', 99)
  expect(values(outbox)).toEqual([12])
})

test('acknowledged items leave their room to new ones', () => {
  const bytes = Buffer.byteLength(`${JSON.stringify(open('a').add(measurement(1)))}\n`)
  const outbox = open('a', { maxBytes: 5 * bytes + 5 })
  for (let n = 1; n <= 5; n++) outbox.add(measurement(n))
  outbox.acknowledge('a', 4)
  for (let n = 6; n <= 9; n++) outbox.add(measurement(n))
  expect(values(outbox)).toEqual([5, 6, 7, 8, 9])
})

test("a later run finds the unsent items of an earlier one under that run's name", () => {
  const first = open('a')
  first.add(measurement(1))
  first.persist()
  const second = open('b')
  second.add(measurement(2))
  expect(second.items().map(({ run, seq }) => [run, seq])).toEqual([
    ['a', 1],
    ['b', 1],
  ])
  second.acknowledge('a', 1)
  second.acknowledge('b', 1)
  expect(file()).toBe('')
  expect(values(open('c'))).toEqual([])
})

test('a line that a crash cut off is lost, and all others are kept', () => {
  const first = open('a')
  for (const n of [1, 2]) first.add(measurement(n))
  first.persist()
  appendFileSync(path.join(folder, 'unsent.jsonl'), '{"seq":3,"ru')
  const second = open('b')
  second.add(measurement(4))
  second.persist()
  expect(values(open('c'))).toEqual([1, 2, 4])
})

test('the outbox drops its oldest items beyond its limits of size and age', () => {
  const small = open('a', { maxBytes: 1000 })
  for (let n = 0; n < 100; n++) small.add(measurement(n))
  expect(small.size().bytes).toBeLessThanOrEqual(1000)
  expect(values(small).at(-1)).toBe(99)
  let waited = 0
  const old = open('b', { maxAgeMs: 60_000, now: () => waited })
  old.add(measurement(1))
  waited = 61_000
  // Age is measured by the monotonic clock, not by the machine's.
  for (const [n, at] of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'].entries()) old.add(measurement(n + 2, at))
  expect(values(old)).toEqual([2, 3])
})

test('no item is dropped because the machine sets its clock ahead', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const outbox = open('a')
  outbox.add(measurement(1))
  vi.setSystemTime('2040-01-01T00:00:00Z')
  outbox.add(measurement(2))
  expect(values(outbox)).toEqual([1, 2])
})

test('the file of the outbox stays within twice its limit', () => {
  const outbox = open('a', { maxBytes: 1000 })
  for (let n = 0; n < 200; n++) {
    outbox.add(measurement(n))
    outbox.persist()
    expect(file().length).toBeLessThan(2300)
  }
})

test('the outbox keeps all items at its limits, and beyond them drops only the oldest', () => {
  const probe = open('a')
  probe.add(measurement(10))
  const { bytes } = probe.size()
  const full = open('b', { maxBytes: 5 * bytes })
  for (const n of [11, 12, 13, 14, 15]) full.add(measurement(n))
  expect(values(full)).toEqual([11, 12, 13, 14, 15])
  full.add(measurement(16))
  expect(values(full)).toEqual([12, 13, 14, 15, 16])

  let waited = 0
  const old = open('c', { maxAgeMs: 60_000, now: () => waited })
  old.add(measurement(1))
  waited = 1
  old.add(measurement(2))
  waited = 60_000
  old.add(measurement(3))
  expect(values(old)).toEqual([1, 2, 3])
  waited = 60_001
  old.add(measurement(4))
  expect(values(old)).toEqual([2, 3, 4])
})

test('items that the server acknowledges at once cause no write to the disk', () => {
  const { disk, changes } = createCutDisk(Number.POSITIVE_INFINITY, 'full')
  const outbox = open('a', { disk })
  outbox.add(measurement(1))
  outbox.acknowledge('a', 1)
  expect([values(outbox), changes()]).toEqual([[], 0])
  outbox.add(measurement(2))
  outbox.persist()
  const written = changes()
  outbox.acknowledge('a', 1)
  expect(changes()).toBe(written)
})

test('unacknowledged items stay on the disk', () => {
  const outbox = open('a')
  for (const n of [1, 2]) outbox.add(measurement(n))
  outbox.persist()
  outbox.acknowledge('a', 1)
  expect(values(open('b'))).toContain(2)
})

test('items that a full disk refused are written once it has room', () => {
  let present = createCutDisk(0, 'full').disk
  const disk = new Proxy(present, { get: (_disk, call: keyof typeof present) => present[call] })
  const outbox = open('a', { disk })
  outbox.add(measurement(1))
  outbox.persist()
  expect(values(open('b'))).toEqual([])
  present = createCutDisk(Number.POSITIVE_INFINITY, 'full').disk
  outbox.persist()
  expect(values(open('c'))).toEqual([1])
})

test('the outbox reports an error of the disk and continues', () => {
  const reports: unknown[] = []
  const { disk } = createCutDisk(0, 'full')
  const outbox = open('a', { disk, report: (trouble: unknown) => void reports.push(trouble) })
  outbox.add(measurement(1))
  outbox.persist()
  expect(reports.at(-1)).toMatchObject({ code: 'ENOSPC' })
  expect(values(outbox)).toEqual([1])
})
