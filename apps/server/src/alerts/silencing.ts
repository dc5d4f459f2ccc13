import type { MaintenanceTimes, SilenceTarget } from '@atalaya/contract/alert-incidents'
import { Cron } from 'croner'

/** A silence with its target, owner and end. */
export type Silence = {
  id: string
  /** Account whose incidents are silenced, besides the author's; null: those of the administrators. */
  ownerId: string | null
  byId: string | null
  byName: string
  target: SilenceTarget
  /** End in ms; null: until the target has recovered, or somebody ends the silence. */
  until: number | null
  /** Times of maintenance, in which no rule judges its machines; null for a silence, which only stops messages. */
  times: MaintenanceTimes | null
}

export type SilencedIncident = { id: string; ruleId: string | null; ownerId: string | null }
export type SilencedAgent = { agentId: string; ownerId: string; tags: readonly string[] }

/** Cached answer for some times, valid from `from` until `until`, in ms. */
type CachedAnswer = { isIn: boolean; from: number; until: number }
const CACHE_MAX = 5000
const cache = new Map<string, CachedAnswer>()

/** Computes whether `now` is within the times. Takes 0.1 ms and is needed every few seconds: hence the cache. */
function computeAnswer({ days, from, forS, zone }: MaintenanceTimes, now: number): CachedAnswer {
  const [hours, minutes] = from.split(':').map(Number)
  const starts = new Cron(`${minutes} ${hours} * * ${days.join()}`, { timezone: zone, paused: true })
  // If this start is past, its maintenance still lasts; otherwise it is the next one.
  const start = starts.nextRun(new Date(now - forS * 1000))?.getTime()
  if (start === undefined) return { isIn: false, from: now, until: Number.POSITIVE_INFINITY }
  return start <= now
    ? { isIn: true, from: start, until: start + forS * 1000 }
    : { isIn: false, from: now, until: start }
}

/** True during maintenance. It begins by the clock of its zone and lasts `forS` seconds, across a clock change too. */
export function isMaintenanceTime(times: MaintenanceTimes, now: number): boolean {
  const key = JSON.stringify(times)
  const cached = cache.get(key)
  if (cached && cached.from <= now && now < cached.until) return cached.isIn
  if (cache.size >= CACHE_MAX) cache.clear()
  const answer = computeAnswer(times, now)
  cache.set(key, answer)
  return answer.isIn
}

/** True if a silence is active at an instant. */
export const isActive = ({ until, times }: Silence, now: number): boolean =>
  times ? isMaintenanceTime(times, now) : until === null || until > now

/** Key of a target. */
export const keyOf = (target: SilenceTarget): string =>
  `${target.kind} ${target.kind === 'tag' ? target.tag : target.id}`

const keysOfAgent = ({ agentId, tags }: SilencedAgent): string[] => [
  `agent ${agentId}`,
  ...tags.map((tag) => `tag ${tag}`),
]

/** Keys of all targets that would silence an incident's agent. */
export const keysOf = ({ id, ruleId }: SilencedIncident, agent: SilencedAgent): string[] => [
  `incident ${id}`,
  `rule ${ruleId}`,
  ...keysOfAgent(agent),
]

/** True if this is maintenance that covers the agent: by its owner, or by an administrator. */
const coversAgent = ({ ownerId, times }: Silence, agent: SilencedAgent): boolean =>
  times !== null && (ownerId === null || ownerId === agent.ownerId)

/** Silences in force, by `ownedKeyOf`: the owner and the target. */
export type InForce = ReadonlyMap<string, readonly Silence[]>
export const ownedKeyOf = (ownerId: string | null, key: string): string => `${ownerId} ${key}`

/** Keys of all maintenance that would cover a machine. */
export const maintenanceKeysOf = (agent: SilencedAgent): string[] =>
  keysOfAgent(agent).flatMap((key) => [ownedKeyOf(agent.ownerId, key), ownedKeyOf(null, key)])

/** Keys of all silences and maintenance that would silence an incident's agent. */
export const silenceKeysOf = (incident: SilencedIncident, agent: SilencedAgent): string[] => {
  const owners = new Set([incident.ownerId, agent.ownerId, null])
  return keysOf(incident, agent).flatMap((key) => [...owners].map((ownerId) => ownedKeyOf(ownerId, key)))
}

/** True if maintenance covers a machine. */
export const isInMaintenance = (silences: InForce, agent: SilencedAgent): boolean =>
  maintenanceKeysOf(agent).some((key) => silences.get(key)?.some((silence) => coversAgent(silence, agent)))

/** True if a silence whose target matches also belongs to a reader of the incident. */
export function appliesTo(silence: Silence, incident: SilencedIncident, agent: SilencedAgent): boolean {
  if (silence.times) return coversAgent(silence, agent)
  return silence.ownerId === incident.ownerId || silence.byId === incident.ownerId
}

/**
 * The active silence of an incident's agent; undefined if messages go out. An incident is silenced when each of its
 * firing agents is.
 */
export function silenceOver(silences: InForce, incident: SilencedIncident, agent: SilencedAgent): Silence | undefined {
  for (const key of silenceKeysOf(incident, agent)) {
    const found = silences.get(key)?.find((silence) => appliesTo(silence, incident, agent))
    if (found) return found
  }
  return undefined
}
