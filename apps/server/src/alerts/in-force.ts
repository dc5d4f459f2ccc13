import { setImmediate } from 'node:timers/promises'
import { inParts } from '#server/domain/in-parts.ts'
import type { SilencesRepo } from './silences.repo.ts'
import {
  type InForce,
  isActive,
  keyOf,
  placeOf,
  placesOf,
  placesOfAgent,
  type Silence,
  type SilencedAgent,
  type SilencedIncident,
} from './silencing.ts'

const AGENTS_PER_BATCH = 500
/** Silences whose times are checked before other work gets its turn; one takes up to 0.1 ms. */
const SILENCES_PER_BATCH = 100

/**
 * Silences in force at an instant, for several questions about agents. Reads the silences of each account once, and
 * evaluates times only of silences whose target is asked about.
 */
export function createInForce(repo: Pick<SilencesRepo, 'listOfFleet' | 'listOfOwners'>, now: number) {
  const owners = new Set<string | null>()
  /** Silences by place that are read but not judged yet. */
  const read = new Map<string, Silence[]>()
  const inForce = new Map<string, Silence[]>()
  let looked = 0

  function add(silences: Silence[]): void {
    for (const silence of silences) {
      const place = placeOf(silence.ownerId, keyOf(silence.target))
      const others = read.get(place)
      if (others) others.push(silence)
      else read.set(place, [silence])
    }
  }

  async function readOf(ownerIds: Iterable<string | null>): Promise<void> {
    const fresh = new Set([...ownerIds].filter((id): id is string => id !== null && !owners.has(id)))
    if (!owners.has(null)) add(await repo.listOfFleet())
    for await (const some of repo.listOfOwners([...fresh])) add(some)
    for (const id of [null, ...fresh]) owners.add(id)
  }

  async function judgePlace(place: string): Promise<void> {
    const silences = read.get(place)
    if (!silences) return
    const found: Silence[] = []
    for await (const some of inParts(silences, SILENCES_PER_BATCH)) {
      found.push(...some.filter((silence) => isActive(silence, now)))
    }
    inForce.set(place, found)
    read.delete(place)
    looked += silences.length
    if (looked < SILENCES_PER_BATCH) return
    looked = 0
    await setImmediate()
  }

  async function silencesAt<T extends SilencedAgent>(agents: T[], places: (agent: T) => string[]): Promise<InForce> {
    await readOf(agents.map(({ ownerId }) => ownerId))
    if (read.size === 0) return inForce
    for await (const some of inParts(agents, AGENTS_PER_BATCH)) {
      const wanted = some.flatMap(places).filter((place) => read.has(place))
      for (const place of wanted) await judgePlace(place)
    }
    return inForce
  }

  return {
    /** All silences that may cover an incident's agents, and those of earlier calls. */
    async silencesOver(incident: SilencedIncident, agents: SilencedAgent[]): Promise<InForce> {
      await readOf([incident.ownerId])
      return silencesAt(agents, (agent) => placesOf(incident, agent))
    },

    /** All maintenance that may cover these machines, and that of earlier calls. */
    maintenanceOf: (agents: SilencedAgent[]): Promise<InForce> => silencesAt(agents, placesOfAgent),
  }
}
export type SilencesInForce = ReturnType<typeof createInForce>
