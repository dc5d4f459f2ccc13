import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { action, type Life, liveIn, order, refusedUpdate } from '#agent/testing/life.ts'
import { createJournal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-earlier-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const live = (...life: Life) => liveIn(folder, ...life)
const markActions = () => ({ mark: action(['/bin/sh', '-c', `echo x >> ${path.join(folder, 'runs')}`]) })
const runs = () => readFileSync(path.join(folder, 'runs'), 'utf8')

/** Leaves a journal as another run has written it. */
function leaveLines(lines: object[]): void {
  const text = lines.map((line) => `${JSON.stringify({ at: Date.now(), run: 'older', ...line })}\n`)
  appendFileSync(path.join(folder, 'commands.jsonl'), text.join(''))
}

test('a command cut off by a crash is reported as unknown, and one that had not begun yet runs', async () => {
  const [begun, taken] = [order({ name: 'mark' }), order({ name: 'mark' })]
  createJournal({ folder, run: randomUUID() }).begin(begun)
  const line = { id: taken.execId, state: 'taken', at: Date.now(), run: 'older', order: taken }
  // The crash cut the last line off.
  appendFileSync(path.join(folder, 'commands.jsonl'), `${JSON.stringify(line)}\n{"id":"`)
  const agent = live(markActions())
  await agent.result().toMatchObject({ execId: taken.execId, status: 'succeeded' })
  agent.executor.resume()
  const ends = agent.results().map(({ execId, status }) => [execId, status])
  expect(ends).toContainEqual([begun.execId, 'unknown'])
  expect(runs()).toBe('x\n')
})

test('a command accepted by an older agent is journaled before it begins, or refused', () => {
  const [waiting, forbidden] = [order({ name: 'wait' }), order({ name: 'gone' }, { name: 'gone' })]
  leaveLines([waiting, forbidden].map((command) => ({ id: command.execId, state: 'taken', order: command })))
  const agent = live({ wait: action(['/bin/sleep', '600']) })
  expect(agent.journal.find(waiting.execId)?.state).toBe('begun')
  expect(agent.journal.find(forbidden.execId)).toMatchObject({
    state: 'ended',
    result: { execId: forbidden.execId, status: 'rejected' },
  })
  agent.executor.cancel(waiting.execId)
})

test('a command of an earlier run is taken up once, however often the journal is read again', () => {
  const command = order({ name: 'wait' })
  createJournal({ folder, run: randomUUID() }).begin(command)
  const agent = live({ wait: action(['/bin/sleep', '600'], { idempotent: true }) })
  agent.executor.takeUpEarlier()
  agent.executor.takeUpEarlier()
  expect(agent.frames.filter(({ t }) => t === 'cmd.started')).toHaveLength(1)
  agent.executor.cancel(command.execId)
})

test('a connection that comes before the agent has restarted reports no restart', async () => {
  const agent = live({}, { further: [{ ...refusedUpdate, refusal: null }] })
  const command = order({}, { name: 'update' })
  agent.executor.accept(command)
  await expect.poll(() => agent.reasons).toEqual(['update'])
  agent.executor.resume()
  expect([agent.results(), agent.executor.known()]).toEqual([[], [command.execId]])
})

test('a server that confirms a result it has not got makes the agent forget no command', () => {
  const command = order({ name: 'wait' })
  const agent = live({ wait: action(['/bin/sleep', '600']) })
  agent.executor.accept(command)
  agent.executor.settle(command.execId)
  expect(agent.executor.known()).toEqual([command.execId])
  agent.executor.cancel(command.execId)
})

test('a hello names only the latest 1000 commands', () => {
  const result = { status: 'succeeded', output: '', truncated: false }
  const ids = Array.from({ length: 1001 }, (_one, n) => `command-${n}`)
  leaveLines(ids.map((id) => ({ id, state: 'ended', result: { execId: id, ...result } })))
  expect(live({}).executor.known()).toEqual(ids.slice(1))
})

/** Reports of the next run about an update that began. `hasLeft` is true if the first run ended for it. */
function comeBack({ hasLeft, version }: { hasLeft: boolean; version: string }) {
  const update = order({}, { name: 'update' })
  const dead = createJournal({ folder, run: randomUUID() })
  dead.begin(update)
  if (hasLeft) dead.leave(update.execId, '1')
  const agent = live({}, { further: [refusedUpdate], version })
  agent.executor.resume()
  const [result] = agent.results()
  return { isSame: result?.execId === update.execId, status: result?.status, agent }
}

test('an update has succeeded once the agent restarts as another version, even if updates are now refused', () => {
  const { agent, ...end } = comeBack({ hasLeft: true, version: '2' })
  expect(end).toEqual({ isSame: true, status: 'succeeded' })
  agent.executor.accept(order({}, { name: 'update' }))
  expect(agent.results().at(-1)).toMatchObject({ status: 'rejected', reason: 'Not here' })
})

test.each([
  ['succeeded', '2', 'succeeded', ['update']],
  ['succeeded', '1', 'failed', ['update']],
  ['failed', '1', 'failed', []],
] as const)('an update that %s and restarts as version %s is reported as %s', async (status, version, end, reasons) => {
  const { refusal: _none, ...update } = refusedUpdate
  const agent = live({}, { further: [{ ...update, run: async () => ({ status }) }] })
  const command = order({}, { name: 'update' })
  agent.executor.accept(command)
  await expect.poll(() => agent.journal.find(command.execId)?.state).not.toBe('begun')
  // The result is reported after the restart, and not before.
  expect(agent.results()).toHaveLength(1 - reasons.length)
  expect(agent.reasons).toEqual(reasons)
  const back = live({}, { further: [refusedUpdate], version })
  back.executor.resume()
  expect(back.results().filter(({ execId }) => execId === command.execId)).toMatchObject([{ status: end }])
})

test('an update is unknown if the agent was killed, and failed if it restarts as the same version', () => {
  const { agent: _killed, ...killed } = comeBack({ hasLeft: false, version: '1' })
  expect(killed).toEqual({ isSame: true, status: 'unknown' })
  rmSync(path.join(folder, 'commands.jsonl'))
  const { agent: _back, ...back } = comeBack({ hasLeft: true, version: '1' })
  expect(back).toEqual({ isSame: true, status: 'failed' })
})
