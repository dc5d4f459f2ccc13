import { commandOrder, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Bus } from '#server/events/bus.ts'
import type { Claimed, CommandsRepo, Recipient } from './commands.repo.ts'

const SUBJECT = 'commands.nudge'
/** Agents that one message of the bus names, and that one transaction claims for. */
const AT_ONCE = 500

/** Wakes whoever holds these agents' connections: look into the table. Lost, it costs time and no command. */
const nudge = z.object({
  agentIds: z.array(id).max(AT_ONCE),
  cancel: z.array(id).max(AT_ONCE).optional(),
})

type Needs = {
  repo: Pick<CommandsRepo, 'waiting'>
  tx: RunInTransaction
  bus: Bus
  /** The connections that this process holds. */
  registry: Pick<Registry, 'get' | 'all'>
  /** Tells people that these commands changed. */
  announce(commandIds: string[]): Promise<void>
  faults: Faults
  now: () => number
}

/** Sends what is queued to the agents that this process holds. The table says what; the bus only says when to look. */
export function createDispatcher({ repo, tx, bus, registry, announce, faults, now }: Needs) {
  const findSession = registry.get
  const awake = new Set<string>()
  let working: Promise<void> | null = null

  /** The agents among these to which this process can send now. */
  function recipients(agentIds: Iterable<string>): Recipient[] {
    return [...agentIds].flatMap((agentId) => {
      const session = findSession(agentId)
      return session?.isReady ? [recipientOf(session)] : []
    })
  }

  function deliver(claimed: Claimed[]): void {
    for (const command of claimed) {
      faults.contained('agent_socket', () => findSession(command.agent_id)?.connection.send(orderOf(command)))
    }
  }

  async function pump(): Promise<void> {
    while (awake.size > 0) {
      const agentIds = [...awake].slice(0, AT_ONCE)
      for (const agentId of agentIds) awake.delete(agentId)
      const reachable = recipients(agentIds)
      if (reachable.length === 0) continue
      const claimed = await tx((repos) => repos.commands.claim(reachable, now()))
      deliver(claimed)
      await announce(claimed.map(({ id }) => id))
    }
  }

  function wake(agentIds: Iterable<string>): void {
    for (const agentId of agentIds) if (findSession(agentId)) awake.add(agentId)
    if (awake.size === 0) return
    working ??= pump()
      .catch((error) => faults.report('job', error))
      .finally(() => {
        working = null
        if (awake.size > 0) wake([])
      })
  }

  function cancelHere(agentId: string, execId: string): void {
    findSession(agentId)?.connection.send({ v: 1, t: 'cmd.cancel', d: { execId } })
  }

  /** Finds what a lost message or a failed statement has left lying. */
  async function lookAgain(): Promise<void> {
    const held = registry.all().map(({ agentId }) => agentId)
    for (let start = 0; start < held.length; start += AT_ONCE) {
      const waiting = await repo.waiting(held.slice(start, start + AT_ONCE))
      for (const { agentId, id, status } of waiting) if (status === 'cancelling') cancelHere(agentId, id)
      wake(waiting.flatMap(({ agentId, status }) => (status === 'queued' ? [agentId] : [])))
    }
  }

  const stopHearingOfGaps = bus.onGap(lookAgain)
  const stopHearing = bus.subscribe(SUBJECT, (message) => {
    const { agentIds, cancel } = nudge.parse(message)
    if (cancel) for (const [n, execId] of cancel.entries()) cancelHere(agentIds[n] ?? '', execId)
    wake(agentIds)
  })

  return {
    recipients,
    deliver,
    wake,
    lookAgain,

    /** Wakes the processes that hold these agents. */
    nudge(agentIds: string[]): void {
      for (let start = 0; start < agentIds.length; start += AT_ONCE) {
        bus.publish(SUBJECT, { agentIds: agentIds.slice(start, start + AT_ONCE) })
      }
    },

    /** Tells the agent to stop, wherever it is connected. */
    cancel: (agentId: string, execId: string): void => bus.publish(SUBJECT, { agentIds: [agentId], cancel: [execId] }),

    async close(): Promise<void> {
      stopHearing()
      stopHearingOfGaps()
      awake.clear()
      await working
    },
  }
}
export type Dispatcher = ReturnType<typeof createDispatcher>

function recipientOf({ agentId, runId, bootId, version }: AgentSession): Recipient {
  return { agentId, run: runId, boot: bootId, version }
}

function orderOf({ id, attempt, command, args, not_after, timeout_s }: Claimed): ServerFrame {
  const d = commandOrder.parse({
    execId: id,
    attempt,
    name: command,
    args: JSON.parse(args),
    notAfter: new Date(not_after).toISOString(),
    timeoutS: timeout_s,
  })
  return { v: 1, t: 'cmd', d }
}
