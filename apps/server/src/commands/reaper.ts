import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { CommandsRepo, DueCommand } from './commands.repo.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type Change, type CommandEvent, isFinal, step } from './machine.ts'

const PAGE_SIZE = 200
const DAY_MS = 24 * 60 * 60_000

/** Times of commands; tests pass shorter ones. */
export const commandSettings = {
  reapEveryMs: 15_000,
  /** Time after which a command without acknowledgement is sent again. */
  silentMs: 30_000,
  /** Time after a command's own time limit in which its result may still arrive. */
  overdueGraceMs: 30_000,
  /** Time after a command's deadline in which an agent that may have run it can still report. */
  forgetMs: 7 * DAY_MS,
}
export type CommandSettings = typeof commandSettings

type DueChange = DueCommand & { change: Change }

type Needs = {
  repo: CommandsRepo
  tx: RunInTransaction<'commands'>
  dispatcher: Dispatcher
  settings: CommandSettings
  announce(commandIds: string[]): Promise<void>
  faults: Faults
  now: () => number
}

/**
 * Ends or repeats commands after their deadlines. The deadlines are in the table, so that a restart loses none. Each
 * run also delivers what the dispatcher has missed.
 */
export function createReaper({ repo, tx, dispatcher, settings, announce, faults, now }: Needs) {
  const times = {
    silentMs: settings.silentMs,
    graceMs: settings.overdueGraceMs,
    forgetMs: settings.forgetMs,
  }

  function eventFor({ row, state, isConnected }: DueCommand): CommandEvent | null {
    // A command that was surely never sent expires, even if this check is late.
    if (state.status === 'queued' && !state.doubt) return { type: 'expire' }
    if (row.not_after + settings.forgetMs <= now()) return { type: 'forget' }
    if (state.status === 'queued') return null
    if (state.status === 'sent') return isConnected ? { type: 'silent' } : null
    return isConnected || state.needsProof ? { type: 'overdue' } : null
  }

  function changeFor(due: DueCommand): DueChange[] {
    const event = eventFor(due)
    const change = event && step(due.state, event)
    return change ? [{ ...due, change }] : []
  }

  /**
   * Changes a page of due commands in one transaction. Returns them without those that another instance changed first.
   */
  async function storeChanges(page: DueChange[]): Promise<DueChange[]> {
    if (page.length === 0) return []
    const moves = await tx(async (repos) => {
      const all: { due: DueChange; isMoved: () => boolean }[] = []
      for (const due of page) {
        const { row, state, change } = due
        const next = { status: change.status, doubt: change.doubt ?? state.doubt }
        const details = { reason: change.reason ?? null, ...(isFinal(change.status) && { ended_at: now() }) }
        all.push({ due, isMoved: await repos.commands.moveIfUnchanged(row, next, details, now()) })
      }
      return all
    })
    const changed = moves.filter(({ isMoved }) => isMoved()).map(({ due }) => due)
    for (const { row, change } of changed) if (change.status === 'timed_out') dispatcher.cancel(row.agent_id, row.id)
    return changed
  }

  async function reap(): Promise<void> {
    let afterSeq = 0
    while (true) {
      const page = await repo.listDue(now(), afterSeq, times, PAGE_SIZE)
      const changed = await storeChanges(page.flatMap(changeFor))
      dispatcher.nudge([...new Set(changed.map(({ row }) => row.agent_id))])
      await announce(changed.map(({ row }) => row.id))
      if (page.length < PAGE_SIZE) return
      afterSeq = page.at(-1)?.row.seq ?? Number.POSITIVE_INFINITY
    }
  }

  const job = repeat(faults, settings.reapEveryMs, () => reap().then(dispatcher.catchUp))
  return { close: job.stop }
}
