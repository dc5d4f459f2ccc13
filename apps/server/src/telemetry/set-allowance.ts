import { METRIC_SETS_PER_ACCOUNT, METRIC_SETS_PER_AGENT } from '#server/limits/limits.ts'

/** Maximum of new sets that one agent may make in an hour. */
const NEW_PER_HOUR = 20
/** Sets without a row that are looked up for one agent in an hour. Its further unknown ones are not looked up. */
const MISSED_PER_HOUR = 100
const HOUR_MS = 3_600_000

/** Agent that needs a set, and its account. */
export type Maker = { agentId: string; ownerId: string }
/** Numbers of an account's sets and agents. */
export type SetCounts = { sets: number; agents: number }
type Needs = { count(ownerId: string): Promise<SetCounts>; now: () => number }

/**
 * Bounds on new sets: of an agent in an hour, and of an account for as long as its sets are kept. An account's sets are
 * counted once an hour.
 */
export function createSetAllowance({ count, now }: Needs) {
  /** Sets that an agent asked for in this hour and that had no row. */
  const missed = new Map<string, number>()
  /** Sets that an account may still make. */
  const room = new Map<string, number>()
  let hour = 0

  function forgetLastHour(): void {
    const present = Math.floor(now() / HOUR_MS)
    if (present === hour) return
    missed.clear()
    room.clear()
    hour = present
  }

  async function roomOf(ownerId: string): Promise<number> {
    const known = room.get(ownerId)
    if (known !== undefined) return known
    const { sets, agents } = await count(ownerId)
    return METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT * agents - sets
  }

  return {
    /** True if an unknown set of this agent may be looked up. */
    mayLookUp({ agentId }: Maker): boolean {
      forgetLastHour()
      return (missed.get(agentId) ?? 0) < MISSED_PER_HOUR
    },

    /** Counts a set without a row; true if the agent may make it. */
    async take({ agentId, ownerId }: Maker): Promise<boolean> {
      const others = missed.get(agentId) ?? 0
      missed.set(agentId, others + 1)
      if (others >= NEW_PER_HOUR) return false
      const left = await roomOf(ownerId)
      room.set(ownerId, Math.max(0, left - 1))
      return left > 0
    },

    /** Gives back what `take` counted, as the set could not be stored. */
    giveBack({ agentId, ownerId }: Maker): void {
      missed.set(agentId, Math.max(0, (missed.get(agentId) ?? 0) - 1))
      room.delete(ownerId)
    },
  }
}
