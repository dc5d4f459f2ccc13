import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { AgentFrame, CommandOrder, CommandResult } from '@atalaya/contract/agent-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CUTS, type Cut, createCutDisk } from '#agent/disk/cut-disk.ts'
import type { Action } from './action.ts'
import { createExecutor } from './executor.ts'
import { createJournal } from './journal.ts'

type Ending = CommandResult['status']
/** What a server knows of a command, as far as it matters here. */
type Known = { attempt: number; isTaken: boolean; end: Ending | null }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-cut-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMANDS = { a: 'mark', b: 'again', c: 'mark', d: 'forbidden' }
const NEVER = Number.POSITIVE_INFINITY

/** A server, and an agent that lives twice over the same folder: once on a disk that fails, once on one that does not. */
function createWorld(isHeard: boolean) {
  const effects: string[] = []
  const commands = new Map<string, Known>()

  function live(run: string, { disk, isDead }: ReturnType<typeof createCutDisk>, hears: boolean) {
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
      if (isDead() || !hears || !('execId' in frame.d)) return
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
    executor.start()

    function order(execId: string, name: string): void {
      const known = commands.get(execId) ?? { attempt: 0, isTaken: false, end: null }
      commands.set(execId, known)
      const notAfter = '2100-01-01T00:00:00.000Z'
      const given: CommandOrder = {
        execId,
        attempt: ++known.attempt,
        name,
        args: { id: execId },
        notAfter,
        timeoutS: 60,
      }
      executor.order(given)
    }
    return { executor, order }
  }

  async function firstLife(cut: ReturnType<typeof createCutDisk>): Promise<void> {
    const { executor, order } = live('first', cut, isHeard)
    for (const [id, name] of Object.entries(COMMANDS)) {
      order(id, name)
      await turn()
      if (id === 'a' && commands.get(id)?.end) executor.settled(id)
    }
  }

  /** The server does with what it does not know the end of as docs/agents.md says. */
  async function secondLife(): Promise<void> {
    const { executor, order } = live('second', createCutDisk(NEVER, 'killed'), true)
    const remembered = new Set(executor.known())
    executor.resume()
    for (const [id, known] of commands) {
      if (known.end || remembered.has(id)) continue
      if (known.isTaken && COMMANDS[id as 'a'] === 'mark') known.end = 'unknown'
      else order(id, COMMANDS[id as 'a'])
    }
    await turn()
    executor.resume()
  }

  return {
    firstLife,
    secondLife,
    /** What went against the promise. */
    wrong: () =>
      [...commands].flatMap(([id, { end }]) => {
        const times = effects.filter((one) => one === id).length
        // Where a line could neither be made sure of nor taken back, what may run twice may still run later.
        const mayRepeat = COMMANDS[id as 'a'] === 'again'
        const faults = [
          times > 1 && !mayRepeat && 'ran twice',
          end === 'succeeded' && times === 0 && 'claims to have run',
          end === 'rejected' && times > 0 && !mayRepeat && 'claims not to have run',
          end === null && 'never ends',
        ]
        return faults.filter(Boolean).map((fault) => `${id} ${fault}`)
      }),
    ends: () => [...commands.values()].map(({ end }) => end),
  }
}

async function liveTwice(at: number, cut: Cut, isHeard: boolean) {
  rmSync(path.join(folder, 'commands.jsonl'), { force: true })
  rmSync(path.join(folder, 'commands.jsonl.new'), { force: true })
  const world = createWorld(isHeard)
  const disk = createCutDisk(at, cut)
  await world.firstLife(disk)
  await world.secondLife()
  return { wrong: world.wrong(), ends: world.ends(), places: disk.places() }
}

const cases = [
  ...CUTS.map((cut) => ({ cut, isHeard: true })),
  ...(['killed', 'full'] as const).map((cut) => ({ cut, isHeard: false })),
]

test.each(cases)(
  'cut at every byte ($cut, the server hears of it: $isHeard), no command runs twice or claims what is not so',
  async ({ cut, isHeard }) => {
    const { places, ends } = await liveTwice(NEVER, cut, isHeard)
    expect(ends).toEqual(['succeeded', 'succeeded', 'succeeded', 'rejected'])
    expect(places).toBeGreaterThan(1000)
    const wrong: string[] = []
    for (let at = 0; at < places; at++) {
      const found = await liveTwice(at, cut, isHeard)
      wrong.push(...found.wrong.map((fault) => `at ${at}: ${fault}`))
    }
    expect(wrong).toEqual([])
  },
)
