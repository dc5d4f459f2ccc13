import { commandOrder, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import { runInFreeTurns } from '#server/domain/free-turn.ts'
import type { ClaimedCommand, Recipient } from './commands.repo.ts'

/** Agents for which one transaction claims: each claimed command brings its arguments, up to 32 KiB. */
export const CLAIMED_BATCH_SIZE = 100

type Needs = {
  tx: RunInTransaction<'commands'>
  /** Connections of this process. */
  registry: Pick<Registry, 'get' | 'all'>
  /** Publishes a change of these commands. */
  announce(commandIds: string[]): Promise<void>
  faults: Faults
  now: () => number
}

/** Sends queued commands to the agents connected to this process. The table holds the queue. */
export function createDelivery({ tx, registry, announce, faults, now }: Needs) {
  const findSession = registry.get
  const woken = new Set<string>()
  let working: Promise<void> | null = null

  /** Filters agents: returns those to which this process can send now. */
  function recipients(agentIds: Iterable<string>): Recipient[] {
    return [...agentIds].flatMap((agentId) => {
      const session = findSession(agentId)
      return session?.isReady ? [recipientOf(session)] : []
    })
  }

  /**
   * Sends claimed commands, over many turns of the event loop. Uses the connections of this moment: a later connection
   * of the same agent has already settled the agent's commands.
   */
  function deliver(claimed: ClaimedCommand[]): Promise<void> {
    const orders = claimed.map((command) => ({ command, connection: findSession(command.agent_id)?.connection }))
    return runInFreeTurns(orders, (some) => {
      for (const { command, connection } of some) {
        faults.contain('agent_socket', () => connection?.send(frameOf(command)))
      }
    })
  }

  async function claimAndDeliver(some: Recipient[]): Promise<ClaimedCommand[]> {
    const readClaimed = await tx((repos) => repos.commands.claim(some, now()))
    const claimed = readClaimed()
    await deliver(claimed)
    return claimed
  }

  /**
   * Claims and sends commands of many agents, in parts. After a failure the remaining agents get none now. Returns the
   * agents that got one.
   */
  async function deliverInParts(many: Recipient[]): Promise<string[]> {
    const reached: string[] = []
    try {
      for (let start = 0; start < many.length; start += CLAIMED_BATCH_SIZE) {
        const claimed = await claimAndDeliver(many.slice(start, start + CLAIMED_BATCH_SIZE))
        reached.push(...claimed.map(({ agent_id }) => agent_id))
      }
    } catch (error) {
      faults.report('job', error)
    }
    return reached
  }

  async function deliverToWoken(): Promise<void> {
    while (woken.size > 0) {
      const agentIds = [...woken].slice(0, CLAIMED_BATCH_SIZE)
      for (const agentId of agentIds) woken.delete(agentId)
      const reachable = recipients(agentIds)
      if (reachable.length === 0) continue
      const claimed = await claimAndDeliver(reachable)
      await announce(claimed.map(({ id }) => id))
    }
  }

  function wake(agentIds: Iterable<string>): void {
    for (const agentId of agentIds) if (findSession(agentId)) woken.add(agentId)
    if (woken.size === 0) return
    working ??= deliverToWoken()
      .catch((error) => faults.report('job', error))
      .finally(() => {
        working = null
        if (woken.size > 0) wake([])
      })
  }

  return {
    recipients,
    deliver,
    deliverInParts,
    /** Claims and delivers waiting commands of these agents, if they are connected to this process. */
    wake,
    /** Makes an agent stop a command, if the agent is connected to this process. */
    cancel(agentId: string, execId: string): void {
      findSession(agentId)?.connection.send({ v: 1, t: 'cmd.cancel', d: { execId } })
    },
    connectedAgents: (): string[] => registry.all().map(({ agentId }) => agentId),

    async close(): Promise<void> {
      woken.clear()
      await working
    },
  }
}
export type Delivery = ReturnType<typeof createDelivery>

function recipientOf({ agentId, runId, bootId, version }: AgentSession): Recipient {
  return { agentId, run: runId, boot: bootId, version }
}

function frameOf({ id, attempt, command, args, not_after, timeout_s }: ClaimedCommand): ServerFrame {
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
