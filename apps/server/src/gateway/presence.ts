import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { LeaveReason } from '#server/connections/agent-session.ts'
import { createAbandoned } from './abandoned.ts'
import type { GatewayRepo } from './gateway.repo.ts'
import { createPosting } from './posting.ts'
import type { PostsRepo } from './posts.repo.ts'
import type { PresenceChange } from './presence.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  repo: GatewayRepo
  posts: PostsRepo
  settings: GatewaySettings
  /** Publishes a change of these agents. */
  announce(agentIds: string[]): Promise<void>
  onError(error: unknown): void
  now: () => number
}

/**
 * Presence of agents. A lost connection makes an agent `reconnecting`, and `offline` only after a grace: a short
 * interruption is no failure. Changes are stored in batches; times of last contact at most every 30 seconds.
 */
export function createPresence({ repo, posts, settings, announce, onError, now }: Needs) {
  const changes = new Map<string, PresenceChange>()
  const arrivals = new Set<string>()
  const seenIds = new Set<string>()
  const posting = createPosting({ posts, settings, announce, now })
  const graceTimers = new Map<string, NodeJS.Timeout>()
  let saving: Promise<void> = Promise.resolve()

  function setStatus(agentId: string, epoch: number, status: AgentStatus, seenAt: number | null = now()): void {
    changes.set(agentId, { agentId, epoch, status, message: null, seenAt })
  }

  async function saveChanges(): Promise<void> {
    if (changes.size + arrivals.size === 0) return
    const batch = [...changes.values()]
    const arrived = [...arrivals]
    changes.clear()
    arrivals.clear()
    try {
      const changed = batch.length > 0 ? await repo.saveStatuses(batch) : []
      await announce([...new Set([...arrived, ...changed])])
    } catch (error) {
      keepForLater(batch, arrived)
      throw error
    }
  }

  /** Retries a failed batch in a moment. A newer change of the same agent wins. */
  function keepForLater(batch: PresenceChange[], arrived: string[]): void {
    for (const change of batch) if (!changes.has(change.agentId)) changes.set(change.agentId, change)
    for (const agentId of arrived) arrivals.add(agentId)
  }

  async function saveSeen(): Promise<void> {
    if (seenIds.size === 0) return
    const batch = [...seenIds]
    seenIds.clear()
    await repo.saveLastSeen(batch, now())
  }

  /** Runs saves in order, so that an older change never replaces a newer one. `saving` settles after the last. */
  function save(work: () => Promise<void>): void {
    saving = saving.then(work).catch(onError)
  }

  const timers = [
    setInterval(() => save(saveChanges), settings.presenceEveryMs),
    setInterval(() => save(posting.save), settings.presenceEveryMs),
    setInterval(() => save(saveSeen), settings.lastSeenEveryMs),
    setInterval(() => save(posting.expire), settings.lastSeenEveryMs),
  ]

  function endGrace(agentId: string): void {
    clearTimeout(graceTimers.get(agentId))
    graceTimers.delete(agentId)
  }

  const abandoned = createAbandoned({ repo, settings, announce, save })

  return {
    begin: abandoned.begin,
    loseInstance: abandoned.loseInstance,

    /** Ends the grace of an agent that has connected. The hello has stored its status. */
    recordConnected(agentId: string): void {
      endGrace(agentId)
      changes.delete(agentId)
      arrivals.add(agentId)
    },

    /** Marks an agent as seen. */
    recordSeen: (agentId: string): void => void seenIds.add(agentId),

    /** Marks an agent as seen by a request of its own, without a connection. */
    recordPost(agentId: string): void {
      posting.add(agentId)
      seenIds.add(agentId)
    },

    /** Records a status report, with a message if there is one. */
    recordStatus(agentId: string, epoch: number, status: AgentStatus, message: string | null): void {
      changes.set(agentId, { agentId, epoch, status, message, seenAt: now() })
    },

    /** Records the end of a connection. */
    recordDisconnected(agentId: string, epoch: number, leaveReason: LeaveReason): void {
      seenIds.delete(agentId)
      endGrace(agentId)
      if (leaveReason === 'shutdown' || leaveReason === 'uninstall') {
        setStatus(agentId, epoch, 'offline')
        return
      }
      setStatus(agentId, epoch, 'reconnecting')
      const graceMs = leaveReason === null ? settings.graceMs : settings.restartGraceMs
      const expire = () => {
        graceTimers.delete(agentId)
        setStatus(agentId, epoch, 'offline', null)
      }
      graceTimers.set(agentId, setTimeout(expire, graceMs))
    },

    async close(): Promise<void> {
      abandoned.close()
      for (const timer of timers) clearInterval(timer)
      for (const grace of graceTimers.values()) clearTimeout(grace)
      for (const work of [saveChanges, posting.save, saveSeen]) save(work)
      await saving
    },
  }
}
export type Presence = ReturnType<typeof createPresence>
