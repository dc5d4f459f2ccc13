import { type AgentFrame, type CommandResult, closeCode, type Hello } from '@atalaya/contract/agent-protocol'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { z } from 'zod'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { CommandsRepo, Details, OpenCommand } from './commands.repo.ts'
import type { Delivery } from './delivery.ts'
import { type CommandEvent, isFinal, step } from './machine.ts'

/** Frames of one agent that may wait for the database. */
const WAITING_MAX = 1000
/** Waiting bytes above which the agent's socket is paused: the outputs of four commands at their full length. */
const WAITING_BYTES_MAX = 64 * 1024
/** Maximum of tries to store a report: a report by the last connection, or the reaper, may change the command first. */
const TRIES_MAX = 10

/** Reports of all agents stored at a time. PostgreSQL keeps some of its ten connections for everything else. */
const PARALLEL = 4

type CommandFrame = Extract<AgentFrame, { t: 'cmd.ack' | 'cmd.started' | 'cmd.result' }>
type Commands = Pick<Repos, 'commands'>
/** Returns true if the command was changed; to be called after the commit. */
type IsChanged = () => boolean
type Needs = {
  repo: Pick<CommandsRepo, 'find' | 'hasQueued'>
  tx: RunInTransaction<'commands'>
  delivery: Delivery
  announce(commandIds: string[]): Promise<void>
  onError(error: unknown): void
  now: () => number
}

/** Reports of agents about their commands: on the way, at their end, and after a reconnect. */
export function createReports({ repo, tx, delivery, announce, onError, now }: Needs) {
  // Each connection has at most one report in this queue; its other reports wait in `session.work`.
  const runFairly = createFairQueue({
    parallel: PARALLEL,
    waitingMax: Number.POSITIVE_INFINITY,
    refusal: () => new Error('Too many reports wait'),
  })

  /**
   * Runs work of one connection in order, so that an ack never overtakes the hello. Accounts take turns, and so do
   * their agents.
   */
  function runInOrder(session: AgentSession, bytes: number, work: () => Promise<void>): void {
    if (++session.waiting > WAITING_MAX) {
      session.connection.close(closeCode.tooSlow, 'Too many reports at once')
      return
    }
    session.waitingBytes += bytes
    const isFull = session.waitingBytes > WAITING_BYTES_MAX
    if (isFull) session.connection.pause()
    session.work = session.work
      .then(() => runFairly({ group: session.ownerId, member: session.agentId }, work))
      .catch((error) => {
        onError(error)
        session.connection.close(closeCode.goingAway, 'A report could not be stored; say it again')
      })
      .finally(() => {
        session.waiting--
        session.waitingBytes -= bytes
        if (isFull) session.connection.resume()
      })
  }

  async function apply(repos: Commands, open: OpenCommand, event: CommandEvent, details: Details): Promise<IsChanged> {
    const change = step(open.state, event)
    if (!change) return () => false
    const next = { status: change.status, doubt: change.doubt ?? open.state.doubt }
    const times = isFinal(change.status) ? { ended_at: now() } : {}
    const reason = details.reason ?? change.reason ?? null
    return repos.commands.moveIfUnchanged(open.row, next, { ...times, ...details, reason }, now())
  }

  /** Stores an agent's report. A report about another agent's command changes nothing. */
  async function store(session: AgentSession, frame: CommandFrame) {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const open = await repo.find(frame.d.execId)
      if (open?.row.agent_id !== session.agentId) return { isChanged: false, isOpen: false }
      const event = eventOf(frame, isProven(open, session) || isUpdateWithoutNewer(open, frame))
      const change = step(open.state, event)
      if (!change) return { isChanged: false, isOpen: !isFinal(open.state.status) }
      const isChanged = await tx((repos) => apply(repos, open, event, detailsOf(frame, open, now())))
      if (isChanged()) return { isChanged: true, isOpen: !isFinal(change.status) }
    }
    throw new Error('A command changes faster than a report of it can be stored')
  }

  async function record(session: AgentSession, frame: CommandFrame): Promise<void> {
    const { execId } = frame.d
    const { isChanged, isOpen } = await store(session, frame)
    // No acknowledgement while the proof is outstanding: the agent's journal must keep the command.
    const isOver = frame.t === 'cmd.result' && !isOpen
    if (isOver) session.connection.send({ v: 1, t: 'cmd.result.ack', d: { execId } })
    // Announces before the next read, as its failure would end the connection.
    if (isChanged) await announce([execId])
    // This read is cheaper than a claim that finds nothing.
    if (isOver && (await repo.hasQueued(session.agentId))) delivery.wake([session.agentId])
  }

  /** Decides on one open command of an agent that has reconnected. */
  async function reconcileOne(repos: Commands, open: OpenCommand, session: AgentSession, isKnown: boolean | null) {
    const isSameRun = sentTo(open)?.run === session.runId
    const event = { type: 'back', isKnown, isSameRun, isProven: isProven(open, session) } as const
    return apply(repos, open, event, isKnown === true ? { taken_at: open.row.taken_at ?? now() } : {})
  }

  async function reconcile(session: AgentSession, hello: Hello): Promise<void> {
    const known = hello.journal && new Set(hello.journal.known)
    const settled = await tx(async (repos) => {
      const all: { open: OpenCommand; isChanged: IsChanged }[] = []
      for (const open of await repos.commands.listOpenOf(session.agentId)) {
        const isChanged = await reconcileOne(repos, open, session, known ? known.has(open.row.id) : null)
        all.push({ open, isChanged })
      }
      return all
    })
    session.isReady = true
    for (const { open, isChanged } of settled) {
      if (isChanged() || open.row.status !== 'cancelling') continue
      session.connection.send({ v: 1, t: 'cmd.cancel', d: { execId: open.row.id } })
    }
    delivery.wake([session.agentId])
    await announce(settled.filter(({ isChanged }) => isChanged()).map(({ open }) => open.row.id))
  }

  return {
    /** Called after hello and welcome: decides on the agent's open commands, then sends waiting ones. */
    reconcile: (session: AgentSession, hello: Hello): void => runInOrder(session, 0, () => reconcile(session, hello)),
    record: (session: AgentSession, frame: CommandFrame): void =>
      runInOrder(session, frame.t === 'cmd.result' ? frame.d.output.length : 0, () => record(session, frame)),
  }
}
export type Reports = ReturnType<typeof createReports>

function eventOf(frame: CommandFrame, hasProof: boolean): CommandEvent {
  if (frame.t === 'cmd.ack') return { type: 'ack' }
  if (frame.t === 'cmd.started') return { type: 'started' }
  return { type: 'result', status: frame.d.status, isProven: hasProof }
}

function detailsOf(frame: CommandFrame, { row }: OpenCommand, at: number): Details {
  const taken_at = row.taken_at ?? at
  if (frame.t === 'cmd.ack') return { taken_at }
  if (frame.t === 'cmd.started') return { taken_at, started_at: row.started_at ?? at }
  return { taken_at, ...resultOf(frame.d), started_at: row.started_at ?? (frame.d.startedAt ? taken_at : null) }
}

function resultOf({ exitCode, output, truncated, reason }: CommandResult): Details {
  return { exit_code: signedExitCode(exitCode ?? null), output, truncated: truncated ? 1 : 0, reason: reason ?? null }
}

/**
 * Exit code as a signed number of 32 bits, the largest that both databases store. Windows reports -1 as 4294967295.
 * Other numbers are no exit codes.
 */
function signedExitCode(code: number | null): number | null {
  return code !== null && code >= -(2 ** 31) && code < 2 ** 32 ? code | 0 : null
}

const recipient = z.object({ run: z.string(), boot: z.string().nullable(), version: z.string() })

/** State of the agent when the command was last sent to it. */
function sentTo({ row }: OpenCommand): z.infer<typeof recipient> | null {
  return row.sent_to === null ? null : recipient.parse(JSON.parse(row.sent_to))
}

/** True for an update that found nothing newer: only an update may succeed without a change. */
const isUpdateWithoutNewer = ({ row }: OpenCommand, frame: CommandFrame) =>
  frame.t === 'cmd.result' && frame.d.unchanged === true && row.proof === 'version'

/** True if the agent has changed since the command was sent, as the command demands. */
function isProven(open: OpenCommand, { runId, bootId, version }: AgentSession): boolean {
  const lastRecipient = sentTo(open)
  if (!lastRecipient) return false
  if (open.row.proof === 'run') return lastRecipient.run !== runId
  if (open.row.proof === 'version') return lastRecipient.version !== version
  const { boot } = lastRecipient
  return open.row.proof === 'boot' && boot !== null && bootId !== null && boot !== bootId
}
