import { METRIC_SETS_PER_ACCOUNT, METRIC_SETS_PER_AGENT } from '#server/limits/limits.ts'
import { createSetCache } from './set-cache.ts'

/** Maximum of new sets that one agent may make in an hour. */
const NEW_PER_HOUR = 20
/** Sets without a row that are looked up for one agent in an hour. Its further unknown ones are not looked up. */
const MISSED_PER_HOUR = 100
/** Maximum of cached refusals of all accounts: one for each of 5,000 agents whose accounts are full. */
const REFUSED_MAX = 5000
/** Time between two lookups of a refused set: another account or instance may have made it. */
const REFUSED_LOOKED_UP_EVERY_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Agent that needs a set, and its account. */
export type Maker = { agentId: string; ownerId: string }
/** An agent with the key of the set that it needs. */
export type Requester = Maker & { key: string }
/** Numbers of an account's sets and agents. */
export type SetCounts = { sets: number; agents: number }
type Needs = { count(ownerId: string): Promise<SetCounts>; now: () => number }

/**
 * Bounds new sets of an agent in an hour, and all kept sets of an account. An account's sets are counted once an hour.
 */
export function createSetAllowance({ count, now }: Needs) {
  /** By agent: number of sets that it needed in this hour and that had no row. */
  const missed = new Map<string, number>()
  /** By account: number of sets that it may still make. */
  const room = new Map<string, number>()
  /** Last lookups of the sets that an agent may not make in this hour, so that each counts once. */
  let refused = createSetCache<number>(REFUSED_MAX)
  let hour = 0

  function forgetLastHour(): void {
    const currentHour = Math.floor(now() / HOUR_MS)
    if (currentHour === hour) return
    missed.clear()
    room.clear()
    refused = createSetCache(REFUSED_MAX)
    hour = currentHour
  }

  async function roomOf(ownerId: string): Promise<number> {
    const known = room.get(ownerId)
    if (known !== undefined) return known
    const { sets, agents } = await count(ownerId)
    return METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT * agents - sets
  }

  const refusalOf = ({ agentId, key }: Requester) => `${agentId}\n${key}`
  const lookedUpAt = (requester: Requester): number | undefined => refused.get(requester.ownerId, refusalOf(requester))

  /** Refuses a set, which was just looked up, to this agent for the rest of the hour. */
  const refuse = (requester: Requester): void => refused.set(requester.ownerId, refusalOf(requester), now())

  return {
    /** True if an unknown set of this agent may be looked up: a refused one only every few minutes. */
    mayLookUp(requester: Requester): boolean {
      forgetLastHour()
      if ((missed.get(requester.agentId) ?? 0) >= MISSED_PER_HOUR) return false
      const at = lookedUpAt(requester)
      return at === undefined || now() >= at + REFUSED_LOOKED_UP_EVERY_MS
    },

    refuse,

    /** Counts a set without a row; true if the agent may make it. */
    async take(requester: Requester): Promise<boolean> {
      const { agentId, ownerId } = requester
      if (lookedUpAt(requester) !== undefined) {
        refuse(requester)
        return false
      }
      const missedBefore = missed.get(agentId) ?? 0
      missed.set(agentId, missedBefore + 1)
      const left = missedBefore < NEW_PER_HOUR ? await roomOf(ownerId) : 0
      if (missedBefore < NEW_PER_HOUR) room.set(ownerId, Math.max(0, left - 1))
      if (left <= 0) refuse(requester)
      return left > 0
    },

    /** Gives back what `take` counted, as the database was unavailable. */
    giveBack({ agentId, ownerId }: Maker): void {
      missed.set(agentId, Math.max(0, (missed.get(agentId) ?? 0) - 1))
      room.delete(ownerId)
    },
  }
}
