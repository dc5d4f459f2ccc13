import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Disk } from '#agent/disk/whole-file.ts'
import { createJournal, type Journal } from './journal.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_MAX = 1000

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-journal-'))
  now = Date.parse('2026-03-01T00:00:00Z')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (disk: Disk = fs) => createJournal({ folder, run: 'run', now: () => now, disk })
const linesOnDisk = () => readFileSync(path.join(folder, 'commands.jsonl'), 'utf8').trim().split('\n')

function begin(journal: Journal, id: string): void {
  journal.begin({ execId: id, attempt: 1, name: 'ping', args: {}, notAfter: new Date(now).toISOString(), timeoutS: 30 })
}
function end(journal: Journal, id: string): void {
  journal.end({ execId: id, status: 'succeeded', output: 'fine', truncated: false })
}
function settle(journal: Journal, id: string): void {
  begin(journal, id)
  end(journal, id)
  journal.settle(id)
}

test('a settled command is forgotten after seven days, and an unsettled one is kept', () => {
  const journal = open()
  settle(journal, 'settled')
  begin(journal, 'ended')
  end(journal, 'ended')
  now += 7 * DAY_MS
  expect(open().find('settled')).toBeDefined()
  now += 1
  const later = open()
  expect(later.find('settled')).toBeUndefined()
  expect(later.find('ended')?.result).toMatchObject({ output: 'fine' })
  expect(linesOnDisk()).toHaveLength(1)
})

test('beyond a thousand commands, the oldest settled ones are forgotten', () => {
  const journal = open()
  begin(journal, 'open')
  for (let n = 0; n <= KEPT_MAX; n++) settle(journal, `settled-${n}`)
  const later = open()
  // Two are beyond the bound: `open`, which is kept because it is not settled, and `settled-0`.
  expect(later.find('open')).toBeDefined()
  expect(later.find('settled-0')).toBeUndefined()
  expect(later.find('settled-1')).toBeDefined()
  expect(linesOnDisk()).toHaveLength(KEPT_MAX + 1)
})

test('the size of the journal file is limited', () => {
  const journal = open()
  for (let n = 0; n < 3 * KEPT_MAX; n++) settle(journal, `settled-${n}`)
  expect(linesOnDisk().length).toBeLessThanOrEqual(4 * KEPT_MAX + 1)
  expect(journal.find(`settled-${3 * KEPT_MAX - 1}`)?.state).toBe('settled')
})

test('entries that a full disk refused are written with the next one', () => {
  let isFull = false
  const journal = open({
    ...fs,
    writeSync(handle, bytes, offset) {
      if (isFull) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
      return fs.writeSync(handle, bytes, offset)
    },
  })
  begin(journal, 'first')
  isFull = true
  end(journal, 'first')
  isFull = false
  begin(journal, 'second')
  expect(open().find('first')).toMatchObject({ state: 'ended', result: { output: 'fine' } })
})
