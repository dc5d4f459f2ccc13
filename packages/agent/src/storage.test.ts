import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CommandOrder } from '@atalaya/contract/agent-protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbox } from './disk/outbox.ts'
import { createLog } from './log.ts'
import { createStorage } from './storage.ts'
import { createCutDisk } from './testing/cut-disk.ts'

let root: string
let folder: string
let received: (string | null)[]
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'atalaya-storage-'))
  folder = path.join(root, 'state')
  received = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const log = createLog(() => undefined)
const keep = (run: string) =>
  createStorage({ folder, run, now: Date.now, log, onChange: (why) => void received.push(why) })
const order = (execId: string): CommandOrder => {
  const notAfter = new Date(Date.now() + 60_000).toISOString()
  return { execId, attempt: 1, name: 'mark', args: {}, notAfter, timeoutS: 60 }
}
const measurement = (n: number) => ({ at: new Date().toISOString(), dataType: 'system', metrics: { n } })
const openIds = (run: string) =>
  keep(run)
    .journal.open()
    .map(({ id }) => id)

test('a deleted folder is restored with all commands and measurements', async () => {
  const { journal, outbox, troubles, recover } = keep('a')
  journal.begin(order('one'))
  outbox.add(measurement(1))
  outbox.persist()
  rmSync(folder, { recursive: true })
  journal.begin(order('two'))
  expect(openIds('b')).toEqual(['one', 'two'])
  rmSync(folder, { recursive: true })
  await recover()
  expect(openIds('c')).toEqual(['one', 'two'])
  expect(troubles.count()).toBe(0)
  outbox.add(measurement(2))
  outbox.persist()
  expect(keep('d').outbox.items()).toHaveLength(2)
})

test('a file truncated while the agent runs is complete again after the next write', () => {
  const { journal, outbox } = keep('a')
  for (const id of ['one', 'two', 'three']) journal.begin(order(id))
  for (const n of [1, 2, 3]) outbox.add(measurement(n))
  outbox.persist()
  for (const file of ['commands.jsonl', 'unsent.jsonl']) {
    truncateSync(path.join(folder, file), 101)
  }
  journal.end({ execId: 'one', status: 'succeeded', output: '', truncated: false })
  outbox.add(measurement(4))
  outbox.persist()
  const next = keep('b')
  expect(next.journal.open().map(({ id, state }) => `${id} ${state}`)).toEqual([
    'one ended',
    'two begun',
    'three begun',
  ])
  expect(next.outbox.items().map(({ metrics }) => metrics?.n)).toEqual([1, 2, 3, 4])
})

test("commands are refused without the agent's folder, and accepted once it is back", async () => {
  writeFileSync(folder, 'something else')
  const { journal, outbox, troubles, recover } = keep('a')
  expect(() => journal.begin(order('one'))).toThrow()
  outbox.add(measurement(1))
  outbox.persist()
  await recover()
  const gone = "the agent's folder is gone"
  expect(troubles.reasonText()).toContain(
    `Commands are refused: ${gone}. Measurements are kept in memory only: ${gone}`,
  )
  expect(troubles.count()).toBe(2)
  rmSync(folder)
  await recover()
  expect([troubles.reasonText(), received.at(-1)]).toEqual([null, null])
  journal.begin(order('two'))
  const next = keep('b')
  expect([next.journal.open().length, next.outbox.items().length]).toEqual([1, 1])
})

test('an unreadable journal is not overwritten, and no command starts', async () => {
  keep('a').journal.begin(order('one'))
  const [file, aside] = [path.join(folder, 'commands.jsonl'), path.join(root, 'aside')]
  renameSync(file, aside)
  // A folder in its place: even root cannot read one as a file.
  mkdirSync(file)
  const { journal, troubles, recover } = keep('b')
  expect(() => journal.begin(order('two'))).toThrow()
  expect(troubles.reasonText()).toContain('Commands are refused')
  journal.end({ execId: 'three', status: 'cancelled', output: '', truncated: false })
  rmSync(file, { recursive: true })
  renameSync(aside, file)
  expect(await recover()).toBe(true)
  // A late order of the cancelled one must not begin, in this run or the next.
  for (const { find } of [journal, keep('c').journal]) {
    expect([find('one')?.state, find('three')?.state]).toEqual(['begun', 'ended'])
  }
  expect(troubles.reasonText()).toBeNull()
})

test('an unreadable line marks the journal as damaged, until it is rewritten', () => {
  keep('a').journal.begin(order('one'))
  appendFileSync(path.join(folder, 'commands.jsonl'), '{"id":"tw')
  expect(keep('b').journal.isDamaged()).toBe(true)
  expect(keep('c').journal.isDamaged()).toBe(false)
})

test('a full disk stores complete measurements, oldest first, and the others stay in memory', () => {
  const lines = 10
  const room = 3.5 * JSON.stringify({ ...measurement(1), seq: 1, run: 'a' }).length
  const outbox = createOutbox({ folder, runId: 'a', disk: createCutDisk(room, 'full').disk })
  for (let n = 1; n <= lines; n++) outbox.add(measurement(n))
  outbox.persist()
  expect(outbox.items()).toHaveLength(lines)
  const kept = createOutbox({ folder, runId: 'b' }).items()
  expect(kept.map(({ seq }) => seq)).toEqual([1, 2])
})
