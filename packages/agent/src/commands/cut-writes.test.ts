import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { AgentFrame, CommandOrder, CommandResult } from '@atalaya/contract/agent-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CUTS, type Cut, createCutDisk } from '#agent/testing/cut-disk.ts'
import type { Action } from './action.ts'
import { createExecutor } from './executor.ts'
import { createJournal } from './journal.ts'

type Ending = CommandResult['status']
/** The server's view of a command, reduced to what this test needs. */
type CommandState = { attempt: number; isTaken: boolean; end: Ending | null }

let folder: string
/** The journal that an earlier life left. */
let before: Buffer
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-cut-'))
  const journal = createJournal({ folder, run: 'earlier' })
  for (const id of EARLIER) {
    journal.begin(orderOf(id, 'mark', 1))
    journal.end({ execId: id, status: 'succeeded', output: '', truncated: false })
  }
  before = readFileSync(path.join(folder, 'commands.jsonl'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMANDS = { a: 'mark', b: 'again', c: 'mark', d: 'forbidden' }
/** Done before, and not yet known to the server. */
const EARLIER = ['e', 'f']
const mayRepeat = (id: string) => id === 'b'
const NEVER = Number.POSITIVE_INFINITY

function orderOf(execId: string, name: string, attempt: number): CommandOrder {
  return { execId, attempt, name, args: { id: execId }, notAfter: '2100-01-01T00:00:00.000Z', timeoutS: 60 }
}

/** A server, and an agent that has lived before: it lives once on a disk that fails, and once on one that does not. */
function createWorld(isAcknowledged: boolean) {
  const effects = [...EARLIER]
  const commands = new Map<string, CommandState>(EARLIER.map((id) => [id, { attempt: 1, isTaken: false, end: null }]))

  function live(run: string, { disk, isDead }: ReturnType<typeof createCutDisk>, canAcknowledge: boolean) {
    const perform = (name: string, idempotent: boolean): Action => ({
      capability: { name, danger: 0, idempotent, timeoutS: 60 },
      async run({ id }) {
        if (!isDead()) effects.push(String(id))
        return { status: 'succeeded' }
      },
    })
    const catalogue = new Map([
      ['mark', perform('mark', false)],
      ['again', perform('again', true)],
    ])
    const journal = createJournal({ folder, run, disk })

    function send(frame: AgentFrame): void {
      if (isDead() || !canAcknowledge || !('execId' in frame.d)) return
      const known = commands.get(frame.d.execId)
      if (!known || known.end) return
      known.isTaken = true
      if (frame.t === 'cmd.result') known.end = frame.d.status
    }
    const needs = {
      journal,
      catalogue,
      run,
      version: '1',
      send,
      leave: expect.unreachable,
      onError: expect.unreachable,
    }
    const executor = createExecutor({ ...needs, now: Date.now })
    executor.takeUpEarlier()

    function order(execId: string, name: string): void {
      const known = commands.get(execId) ?? { attempt: 0, isTaken: false, end: null }
      commands.set(execId, known)
      executor.accept(orderOf(execId, name, ++known.attempt))
    }
    return { executor, order }
  }

  async function failingLife(cut: ReturnType<typeof createCutDisk>): Promise<void> {
    const { executor, order } = live('failing', cut, isAcknowledged)
    for (const [id, name] of Object.entries(COMMANDS)) {
      order(id, name)
      await turn()
      if (id === 'a' && commands.get(id)?.end) executor.settle(id)
    }
  }

  /** Repeats commands with an unknown result as docs/agents.md requires. */
  async function lastLife(): Promise<void> {
    const { executor, order } = live('last', createCutDisk(NEVER, 'killed'), true)
    const remembered = new Set(executor.known())
    executor.resume()
    for (const [id, known] of commands) {
      if (known.end || remembered.has(id)) continue
      if (known.isTaken && !mayRepeat(id)) known.end = 'unknown'
      else order(id, EARLIER.includes(id) ? 'mark' : COMMANDS[id as 'a'])
    }
    await turn()
    executor.resume()
  }

  return {
    failingLife,
    lastLife,
    /** Commands that ran too often, never ended or ended with a false result. */
    wrong: () =>
      [...commands].flatMap(([id, { end }]) => {
        const times = effects.filter((effect) => effect === id).length
        // If neither the sync nor the removal of a line works, the line stays: a repeatable command may run later.
        const faults = [
          times > 1 && !mayRepeat(id) && 'ran twice',
          end === 'succeeded' && times === 0 && 'claims to have run',
          end === 'rejected' && times > 0 && !mayRepeat(id) && 'claims not to have run',
          end === null && 'never ends',
        ]
        return faults.filter(Boolean).map((fault) => `${id} ${fault}`)
      }),
    ends: () => [...commands.values()].map(({ end }) => end),
  }
}

async function liveTwice(at: number, cut: Cut, isAcknowledged: boolean) {
  writeFileSync(path.join(folder, 'commands.jsonl'), before)
  rmSync(path.join(folder, 'commands.jsonl.new'), { force: true })
  const world = createWorld(isAcknowledged)
  const disk = createCutDisk(at, cut)
  await world.failingLife(disk)
  await world.lastLife()
  return { wrong: world.wrong(), ends: world.ends(), changes: disk.changes() }
}

const cases = [
  ...CUTS.map((cut) => ({ cut, isAcknowledged: true })),
  ...(['killed', 'full'] as const).map((cut) => ({ cut, isAcknowledged: false })),
]

test.each(cases)(
  'a write cut at any byte ($cut, acknowledged: $isAcknowledged) causes no second run and no false result',
  async ({ cut, isAcknowledged }) => {
    const { changes, ends } = await liveTwice(NEVER, cut, isAcknowledged)
    expect(ends).toEqual([...EARLIER.map(() => 'succeeded'), 'succeeded', 'succeeded', 'succeeded', 'rejected'])
    expect(changes).toBeGreaterThan(1000)
    const wrong: string[] = []
    for (let at = 0; at < changes; at++) {
      const found = await liveTwice(at, cut, isAcknowledged)
      wrong.push(...found.wrong.map((fault) => `at ${at}: ${fault}`))
    }
    expect(wrong).toEqual([])
  },
  120_000,
)
