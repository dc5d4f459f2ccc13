import type { SilencesInForce } from '#server/alerts/in-force.ts'
import { type Silence, silenceOver } from '#server/alerts/silencing.ts'
import type { Repos } from '#server/compose/repos.ts'
import type { Incident, MessagesRepo } from './messages.repo.ts'

/** Delay before a silenced message is decided again. */
export const SILENCED_MS = 60_000

type Needs = {
  repo: {
    messages: Pick<MessagesRepo, 'incidentsOfDelayedMessages' | 'postponeMessages'>
    incidents: Pick<Repos['incidents'], 'firingAgents'>
    silences: Pick<Repos['silences'], 'hasAny'>
  }
  now: () => number
}

/** Finds silences over incidents, and puts off messages that were silenced meanwhile. */
export function createSilencedIncidents({ repo, now }: Needs) {
  /** Silence of an incident; undefined unless all its firing agents are silenced. */
  async function find(incident: Incident, inForce: SilencesInForce): Promise<Silence | undefined> {
    if (!(await repo.silences.hasAny())) return undefined
    const subject = { id: incident.id, ruleId: incident.rule_id, ownerId: incident.owner_id }
    let first: Silence | undefined
    for await (const firing of repo.incidents.firingAgents([incident])) {
      const silences = await inForce.silencesOver(subject, firing)
      const silenceOfEach = firing.map((agent) => silenceOver(silences, subject, agent))
      if (silenceOfEach.includes(undefined)) return undefined
      first ??= silenceOfEach[0]
    }
    return first
  }

  /** Postpones delayed messages that have been silenced since, until the silence is over. */
  async function putOff(inForce: SilencesInForce, limit: number): Promise<void> {
    for (const incident of await repo.messages.incidentsOfDelayedMessages(now(), limit)) {
      const silence = await find(incident, inForce)
      if (silence)
        await repo.messages.postponeMessages(incident.id, now(), {
          until: now() + SILENCED_MS,
          reason: reasonOf(silence),
        })
    }
  }

  return { find, putOff }
}

export function reasonOf({ byName, until, times }: Silence): string {
  if (times) return `Maintenance, planned by ${byName}`
  if (until === null) return `Silenced by ${byName} until it is back`
  return `Silenced by ${byName} until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
