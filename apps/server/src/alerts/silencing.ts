import { setImmediate } from 'node:timers/promises'
import type { MaintenanceTimes, SilenceTarget } from '@atalaya/contract/alert-incidents'
import { Cron } from 'croner'

/** A silence as it counts: what it is about, whose it is, until when. */
export type Silence = {
  id: string
  /** Whose incidents it keeps quiet; null: those of the administrators. Those of whoever made it, too. */
  ownerId: string | null
  byId: string | null
  byName: string
  target: SilenceTarget
  /** In ms; null: until somebody or something ends it. */
  until: number | null
  /** Machines that are worked on at these times: whoever hears of them, nothing is judged meanwhile. */
  times: MaintenanceTimes | null
}

export type SilencedIncident = { id: string; ruleId: string | null; ownerId: string | null }
export type SilencedAgent = { agentId: string; ownerId: string; tags: readonly string[] }

/** For how long what is known of some times holds, in ms. */
type Known = { isIn: boolean; from: number; until: number }
const KNOWN_MAX = 5000
const known = new Map<string, Known>()

/** Finding the next beginning in a zone takes 0.1 ms, and is asked for every few seconds. */
function look({ days, from, forS, zone }: MaintenanceTimes, now: number): Known {
  const [hours, minutes] = from.split(':').map(Number)
  const begins = new Cron(`${minutes} ${hours} * * ${days.join()}`, { timezone: zone, paused: true })
  const next = begins.nextRun(new Date(now - forS * 1000))?.getTime()
  if (next === undefined) return { isIn: false, from: now, until: Number.POSITIVE_INFINITY }
  return next <= now ? { isIn: true, from: next, until: next + forS * 1000 } : { isIn: false, from: now, until: next }
}

/** Whether now lies in one of the times of maintenance. They begin by the clock of their zone and last as long as real time does. */
export function isAtWork(times: MaintenanceTimes, now: number): boolean {
  const key = JSON.stringify(times)
  const before = known.get(key)
  if (before && before.from <= now && now < before.until) return before.isIn
  if (known.size >= KNOWN_MAX) known.clear()
  const found = look(times, now)
  known.set(key, found)
  return found.isIn
}

/** Whether a silence counts at an instant. */
export const counts = ({ until, times }: Silence, now: number): boolean =>
  times ? isAtWork(times, now) : until === null || until > now

/** Silences by what they are about: there may be thousands, to be asked for thousands of machines. */
export type SilencesByTarget = ReadonlyMap<string, readonly Silence[]>

const LOOKED_AT_ONCE = 100

/** Those that count at an instant. */
export async function counting(silences: readonly Silence[], now: number): Promise<SilencesByTarget> {
  const found: Silence[] = []
  for (const [n, silence] of silences.entries()) {
    if (counts(silence, now)) found.push(silence)
    if (n % LOOKED_AT_ONCE === LOOKED_AT_ONCE - 1) await setImmediate()
  }
  return Map.groupBy(found, ({ target }) => keyOf(target))
}

/** What a silence is about, as a key. */
export const keyOf = (target: SilenceTarget): string =>
  `${target.kind} ${target.kind === 'tag' ? target.tag : target.id}`

const keysOfAgent = ({ agentId, tags }: SilencedAgent): string[] => [
  `agent ${agentId}`,
  ...tags.map((tag) => `tag ${tag}`),
]

/** The keys of all that a silence could be about to keep an incident's agent quiet. */
export const keysOf = ({ id, ruleId }: SilencedIncident, agent: SilencedAgent): string[] => [
  `incident ${id}`,
  `rule ${ruleId}`,
  ...keysOfAgent(agent),
]

/** Whether maintenance of a machine is about this one, too: of whoever planned it, or any where administrators did. */
const isWork = ({ ownerId, times }: Silence, agent: SilencedAgent): boolean =>
  times !== null && (ownerId === null || ownerId === agent.ownerId)

/** Whether maintenance covers a machine. */
export const isWorkedOn = (silences: SilencesByTarget, agent: SilencedAgent): boolean =>
  keysOfAgent(agent).some((key) => silences.get(key)?.some((silence) => isWork(silence, agent)))

/** Whether a silence whose target is met is for those who hear of the incident. */
export function isFor(silence: Silence, incident: SilencedIncident, agent: SilencedAgent): boolean {
  if (silence.times) return isWork(silence, agent)
  return silence.ownerId === incident.ownerId || silence.byId === incident.ownerId
}

/**
 * The silence that keeps an incident's agent quiet, of those that count now; undefined where somebody is to be told. An
 * incident is silenced when each agent for which it fires is.
 */
export function silenceOver(
  silences: SilencesByTarget,
  incident: SilencedIncident,
  agent: SilencedAgent,
): Silence | undefined {
  for (const key of keysOf(incident, agent)) {
    const found = silences.get(key)?.find((silence) => isFor(silence, incident, agent))
    if (found) return found
  }
  return undefined
}
