import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { NewCommand } from '@atalaya/contract/new-command'
import type { Target } from '#server/agents/agent-targets.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { SentBatch } from './command-views.repo.ts'
import { CLAIMED_BATCH_SIZE, type Delivery } from './delivery.ts'
import type { Dispatcher } from './dispatcher.ts'
import { kindOf } from './kinds.ts'
import type { ResolveTargets } from './targets.ts'

/** Maximum bytes of a request's arguments, which are stored for each agent. A fleet of 20,000 may have 800 each. */
const ARGS_MAX_BYTES = 16 * 1024 * 1024

/** Commands of one request that are announced one by one. */
const ANNOUNCED_MAX = 100

type Needs = {
  tx: RunInTransaction<'audit' | 'commandViews' | 'commands'>
  resolveTargets: ResolveTargets
  delivery: Delivery
  dispatcher: Dispatcher
  live: Pick<Live, 'emit'>
  announce(commandIds: string[]): Promise<void>
  now: () => number
}
/** Idempotency key of a request, and the hash of its content. */
type KeyedRequest = { key: string | null; requestHash: string }

/** Stores a command for each agent, and delivers it at once if the agent is connected to this process. */
export function createEnqueue({ tx, resolveTargets, delivery, dispatcher, live, announce, now }: Needs) {
  /** Announces new commands: each by an event or, if they are many, all by one event to read again. */
  async function announceNew(commandIds: string[], targets: Target[]): Promise<void> {
    if (commandIds.length <= ANNOUNCED_MAX) return announce(commandIds)
    const userIds = [...new Set(targets.map(({ ownerId }) => ownerId))]
    live.emit({ type: 'resync', data: {} }, { userIds, admins: true })
  }

  return async (by: Caller, input: NewCommand, { key, requestHash }: KeyedRequest): Promise<SentBatch> => {
    const args = input.args ?? {}
    const kind = kindOf(input.command)
    const { chosen, skipped, label } = await resolveTargets(by, input)
    refuseTooLarge(args, chosen.length)
    // Lets the event loop do other work: for a whole fleet, the work before and after this takes some 15 ms each.
    await setImmediate()
    const online = chosen.filter(({ isOnline }) => isOnline).length
    const id = randomUUID()
    const rows = chosen.map(({ agentId }) => ({ id: randomUUID(), agentId }))
    const at = now()
    const notAfter = at + (input.lifeS === undefined ? kind.lifeMs : input.lifeS * 1000)
    const batch = { id, userId: by.userId, command: input.command, args, online, skipped, idempotencyKey: key }
    const recipients = delivery.recipients(chosen.map(({ agentId }) => agentId))
    const readClaimed = await tx(async (repos) => {
      await repos.commandViews.insert({ ...batch, requestHash, kind, notAfter, now: at }, rows)
      await repos.commands.addFirstSteps(id, at)
      await repos.audit.insert(at, { action: 'agent.command', by, target: { id, name: label }, details: input.command })
      return repos.commands.claim(recipients.slice(0, CLAIMED_BATCH_SIZE), at)
    })
    const claimed = readClaimed()
    await delivery.deliver(claimed)
    const reachedLater = await delivery.deliverInParts(recipients.slice(CLAIMED_BATCH_SIZE))
    const reached = new Set([...claimed.map(({ agent_id }) => agent_id), ...reachedLater])
    dispatcher.nudge(chosen.flatMap(({ agentId, isOnline }) => (isOnline && !reached.has(agentId) ? [agentId] : [])))
    await announceNew(
      rows.map((row) => row.id),
      chosen,
    )
    return {
      id,
      requestHash,
      online,
      skipped,
      commands: rows.map((row) => ({ commandId: row.id, agentId: row.agentId })),
    }
  }
}

/** @throws AppError too_large if the arguments would be stored for too many agents */
function refuseTooLarge(args: Record<string, unknown>, agents: number): void {
  const max = Math.floor(ARGS_MAX_BYTES / Buffer.byteLength(JSON.stringify(args)))
  if (agents > max)
    throw new AppError('too_large', `With arguments of this size a command can go to ${max} agents at a time`, {
      code: 'commands.args_too_large',
    })
}
export type Enqueue = ReturnType<typeof createEnqueue>
