import { expect, test } from 'vitest'
import type { CommandsRepo, DueCommand } from '#server/commands/commands.repo.ts'
import type { Dispatcher } from '#server/commands/dispatcher.ts'
import { commandSettings, createReaper } from '#server/commands/reaper.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

const { reapEveryMs, forgetMs } = commandSettings
const NOW = 10 * forgetMs

const advance = stoppedTime()

/** A due command that was sent once, unless `overrides` says otherwise. Its agent is connected. */
function dueCommand(
  id: string,
  status: 'queued' | 'sent' | 'running',
  overrides: Partial<DueCommand['state']> = {},
): DueCommand {
  const state = { status, attempt: 1, doubt: true, idempotent: false, needsProof: false, ...overrides }
  const row = { id, agent_id: `agent of ${id}`, status, not_after: NOW, seq: 1 } as DueCommand['row']
  return { row, state, isConnected: true }
}

/** A reaper that finds these commands at its runs. Another instance changes those named in `taken` first. */
function createTestReaper(runs: (() => Promise<DueCommand[]>)[], taken: string[] = []) {
  const happened: string[] = []
  // As the repository does, says only after the commit whether the row was changed.
  const move = async ({ id }: DueCommand['row'], to: { status: string }, { ended_at }: { ended_at?: number }) => {
    happened.push(`${id} becomes ${to.status}${ended_at === undefined ? '' : ' and ends'}`)
    return () => !taken.includes(id)
  }
  const tx = (work: (repos: Repos) => unknown) => work({ commands: { moveIfUnchanged: move } } as unknown as Repos)
  const reaper = createReaper({
    repo: { listDue: async () => (await runs.shift()?.()) ?? [] } as Partial<CommandsRepo> as CommandsRepo,
    tx: tx as RunInTransaction<'commands'>,
    dispatcher: {
      nudge: (ids) => void (ids.length > 0 && happened.push(`nudged ${ids}`)),
      cancel: (agentId, id) => void happened.push(`${agentId} stops ${id}`),
      catchUp: async () => void happened.push('caught up'),
    } as Dispatcher,
    settings: commandSettings,
    announce: async (ids) => void (ids.length > 0 && happened.push(`announced ${ids}`)),
    faults: createFaults((error) => happened.push(String(error))),
    now: () => NOW,
  })
  return { ...reaper, happened }
}

test('a due command is changed, its agent is woken, and clients learn of it', async () => {
  const commands = [
    dueCommand('unsent', 'queued', { attempt: 0, doubt: false }),
    dueCommand('silent', 'sent'),
    dueCommand('late', 'running'),
    dueCommand('restart', 'running', { needsProof: true }),
  ]
  const { happened, close } = createTestReaper([async () => commands])
  await advance(reapEveryMs)
  const agents = commands.map(({ row }) => row.agent_id)
  expect(happened).toEqual([
    'unsent becomes expired and ends',
    'silent becomes queued',
    'late becomes timed_out and ends',
    'restart becomes failed and ends',
    'agent of late stops late',
    `nudged ${agents}`,
    'announced unsent,silent,late,restart',
    'caught up',
  ])
  await close()
})

test('a command that another instance has changed first is neither stopped nor announced here', async () => {
  const { happened, close } = createTestReaper(
    [async () => [dueCommand('theirs', 'running'), dueCommand('ours', 'running')]],
    ['theirs'],
  )
  await advance(reapEveryMs)
  const moved = ['theirs becomes timed_out and ends', 'ours becomes timed_out and ends']
  expect(happened).toEqual([
    ...moved,
    'agent of ours stops ours',
    'nudged agent of ours',
    'announced ours',
    'caught up',
  ])
  await close()
})

test('a command that must wait for its agent changes only a week after its lifetime', async () => {
  const away = { ...dueCommand('away', 'running'), isConnected: false }
  const expiredFor = (ms: number): DueCommand => ({ ...away, row: { ...away.row, not_after: NOW - ms } })
  const { happened, close } = createTestReaper([
    async () => [expiredFor(forgetMs - 1)],
    async () => [expiredFor(forgetMs)],
  ])
  await advance(reapEveryMs)
  expect(happened.splice(0)).toEqual(['caught up'])
  await advance(reapEveryMs)
  expect(happened).toEqual(['away becomes unknown and ends', 'nudged agent of away', 'announced away', 'caught up'])
  await close()
})

test('a failed run stops no later one, and a stop waits for the current one', async () => {
  const current = Promise.withResolvers<DueCommand[]>()
  const { happened, close } = createTestReaper([() => Promise.reject(new Error('away')), () => current.promise])
  await advance(reapEveryMs)
  expect(happened).toEqual(['Error: away'])
  await advance(3 * reapEveryMs)
  const closing = close().then(() => happened.push('closed'))
  current.resolve([])
  await closing
  await advance(2 * reapEveryMs)
  expect(happened).toEqual(['Error: away', 'caught up', 'closed'])
})
