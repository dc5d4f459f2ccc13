import { setImmediate } from 'node:timers/promises'
import { inParts } from '#server/domain/in-parts.ts'
import type { SilencesRepo } from './silences.repo.ts'
import {
  type InForce,
  isActive,
  keyOf,
  maintenanceKeysOf,
  ownedKeyOf,
  type Silence,
  type SilencedAgent,
  type SilencedIncident,
  silenceKeysOf,
} from './silencing.ts'

const AGENTS_PER_BATCH = 500
/** Silences whose times are checked before the event loop does other work; one takes up to 0.1 ms. */
const SILENCES_PER_BATCH = 100

/**
 * Finds the silences in force at an instant, in one or more calls. Reads the silences of each account once, and checks
 * the times only of silences that may cover a requested agent.
 */
export function createInForce(repo: Pick<SilencesRepo, 'listOfFleet' | 'listOfOwners'>, now: number) {
  /** Accounts whose silences are read; null stands for those of the administrators. */
  const readOwners = new Set<string | null>()
  /** Silences that are read but whose times are not checked yet, by `ownedKeyOf`. */
  const unchecked = new Map<string, Silence[]>()
  const inForce = new Map<string, Silence[]>()
  let checkedCount = 0

  function add(silences: Silence[]): void {
    for (const silence of silences) {
      const key = ownedKeyOf(silence.ownerId, keyOf(silence.target))
      const others = unchecked.get(key)
      if (others) others.push(silence)
      else unchecked.set(key, [silence])
    }
  }

  async function readSilences(ownerIds: Iterable<string | null>): Promise<void> {
    const unread = new Set([...ownerIds].filter((id): id is string => id !== null && !readOwners.has(id)))
    if (!readOwners.has(null)) add(await repo.listOfFleet())
    for await (const some of repo.listOfOwners([...unread])) add(some)
    for (const id of [null, ...unread]) readOwners.add(id)
  }

  async function checkTimes(key: string): Promise<void> {
    const silences = unchecked.get(key)
    if (!silences) return
    const active: Silence[] = []
    for await (const some of inParts(silences, SILENCES_PER_BATCH)) {
      active.push(...some.filter((silence) => isActive(silence, now)))
    }
    inForce.set(key, active)
    unchecked.delete(key)
    checkedCount += silences.length
    if (checkedCount < SILENCES_PER_BATCH) return
    checkedCount = 0
    await setImmediate()
  }

  async function findInForce<T extends SilencedAgent>(agents: T[], keysOf: (agent: T) => string[]): Promise<InForce> {
    await readSilences(agents.map(({ ownerId }) => ownerId))
    if (unchecked.size === 0) return inForce
    for await (const some of inParts(agents, AGENTS_PER_BATCH)) {
      const wanted = some.flatMap(keysOf).filter((key) => unchecked.has(key))
      for (const key of wanted) await checkTimes(key)
    }
    return inForce
  }

  return {
    /** All silences that may cover an incident's agents, and those of earlier calls. */
    async silencesOver(incident: SilencedIncident, agents: SilencedAgent[]): Promise<InForce> {
      await readSilences([incident.ownerId])
      return findInForce(agents, (agent) => silenceKeysOf(incident, agent))
    },

    /** All maintenance that may cover these machines, and that of earlier calls. */
    maintenanceOf: (agents: SilencedAgent[]): Promise<InForce> => findInForce(agents, maintenanceKeysOf),
  }
}
export type SilencesInForce = ReturnType<typeof createInForce>
