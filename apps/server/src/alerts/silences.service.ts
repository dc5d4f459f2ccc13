import { randomUUID } from 'node:crypto'
import { type AlertSilence, type alerts, SILENCES_MAX, type SilenceTarget } from '@atalaya/contract/alert-incidents'
import type { Input } from '@atalaya/contract/route'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { Live } from '#server/events/live.ts'
import { audienceOf, type IncidentViews } from './incident-views.ts'
import type { FiringAgent, IncidentsRepo } from './incidents.repo.ts'
import type { Incidents } from './incidents.service.ts'
import type { AlertRulesRepo } from './rules.repo.ts'
import { rulesOf } from './rules.service.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { isFor, keyOf, keysOf, type Silence, type SilencedAgent, type SilencedIncident } from './silencing.ts'
import { acceptZone } from './zones.ts'

type NewSilence = Input<typeof alerts.silence>['body']
type Needs = {
  repo: SilencesRepo
  rules: Pick<AlertRulesRepo, 'find'>
  openIncidents: Pick<IncidentsRepo, 'open' | 'firingAgents'>
  incidents: Pick<Incidents, 'find'>
  agents: Pick<AgentsService, 'get'>
  views: Pick<IncidentViews, 'announce'>
  tx: RunInTransaction<'audit' | 'silences'>
  live: Pick<Live, 'emit'>
  now: () => number
}
type Fire = { incident: SilencedIncident; agent: SilencedAgent }
type Found = NonNullable<Awaited<ReturnType<SilencesRepo['find']>>>
type Fires = ReadonlyMap<string, Fire[]>
/** Owner and name of a target. */
type Named = { ownerId: string | null; name: string }

const FIRES_AT_ONCE = 500

/** Silences of people, and maintenance of machines. */
export function createSilences(needs: Needs) {
  const { repo, rules, openIncidents, incidents, agents, views, tx, live, now } = needs
  let lookedUpTo = ''

  /** @throws AppError not_found for a target that the caller does not see */
  async function nameOf(actor: Actor, target: SilenceTarget): Promise<Named> {
    const ownerId = actor.role === 'admin' ? null : actor.userId
    switch (target.kind) {
      case 'incident': {
        const { owner_id, rule_name } = await incidents.find(actor, target.id)
        return { ownerId: owner_id, name: rule_name }
      }
      case 'rule': {
        const found = await rules.find(rulesOf(actor), target.id)
        if (!found) throw new AppError('not_found', 'There is no such rule', { code: 'alerts.no_rule' })
        return { ownerId: found.ownerId, name: found.rule.name }
      }
      case 'agent': {
        const { name, agentId } = await agents.get(actor, target.id)
        return { ownerId, name: name ?? agentId }
      }
      case 'tag':
        return { ownerId, name: target.tag }
    }
  }

  /** Everything that fires, by the target of a silence on it. */
  async function lookAtFires(): Promise<Fires> {
    const open = new Map((await openIncidents.open()).map((row) => [row.id, row]))
    const fires = new Map<string, Fire[]>()
    function add(agent: FiringAgent): void {
      const row = open.get(agent.incidentId)
      if (!row) return
      const incident = { id: row.id, ruleId: row.rule_id, ownerId: row.owner_id }
      for (const key of keysOf(incident, agent)) {
        const others = fires.get(key)
        if (others) others.push({ incident, agent })
        else fires.set(key, [{ incident, agent }])
      }
    }
    for await (const some of inParts(await openIncidents.firingAgents([...open.keys()]), FIRES_AT_ONCE))
      some.forEach(add)
    return fires
  }

  /** Sends the incidents that silences concern to everybody whom the silences are for. */
  async function tell(silences: Silence[], fires: Fires): Promise<void> {
    const audiences = new Map(silences.map(({ ownerId, byId }) => [`${ownerId} ${byId}`, { ownerId, byId }]))
    for (const { ownerId, byId } of audiences.values()) {
      const { userIds = [], ...others } = audienceOf(ownerId)
      const by = byId === null ? [] : [byId]
      live.emit({ type: 'alerts.changed', data: {} }, { ...others, userIds: [...userIds, ...by] })
    }
    await views.announce([...new Set(silences.flatMap((silence) => concerned(silence, fires)))])
  }

  async function remove(over: Silence[], fires: Fires): Promise<void> {
    await repo.remove(over.map(({ id }) => id))
    await tell(over, fires)
  }

  return {
    list: (actor: Actor): Promise<AlertSilence[]> => repo.list(rulesOf(actor)),

    async add(by: Caller, { target, forS, times, reason }: NewSilence): Promise<AlertSilence> {
      if (times) acceptZone(times.zone)
      const { ownerId, name } = await nameOf(by, target)
      const until = forS === undefined ? null : now() + forS * 1000
      const silence: Silence = {
        ...{ id: randomUUID(), ownerId, byId: by.userId, byName: by.username, target, until, times: times ?? null },
      }
      const fires = await lookAtFires()
      if (!times && until === null && concerned(silence, fires).length === 0) throw nothingFires()
      await tx(async (repos) => {
        if ((await repos.silences.count(ownerId)) >= SILENCES_MAX) throw tooMany()
        await repos.silences.insert({ ...silence, byId: by.userId, targetName: name, reason, now: now() })
        const details = [howLong(silence, now()), reason].filter(Boolean).join(': ')
        await repos.audit.insert(now(), { action: 'alert.silenced', by, target: { id: silence.id, name }, details })
      })
      await tell([silence], fires)
      return ((await repo.find(rulesOf(by), silence.id)) as Found).shown
    },

    async end(by: Caller, id: string): Promise<void> {
      const found = await repo.find(rulesOf(by), id)
      if (!found) throw new AppError('not_found', 'There is no such silence', { code: 'alerts.no_silence' })
      await tx(async ({ silences, audit }) => {
        await silences.remove([id])
        await audit.insert(now(), { action: 'alert.silence_ended', by, target: { id, name: found.shown.targetName } })
      })
      await tell([found.silence], await lookAtFires())
    },

    /** Removes silences that expired, and those whose target has recovered. */
    async endDue(): Promise<void> {
      const waiting = await repo.untilBack(lookedUpTo)
      // The next look goes on behind them, and after the last ones begins anew.
      lookedUpTo = waiting.at(-1)?.id ?? ''
      let expired = await repo.expired(now())
      if (expired.length + waiting.length === 0) return
      const fires = await lookAtFires()
      await remove(
        waiting.filter((silence) => concerned(silence, fires).length === 0),
        fires,
      )
      for (; expired.length > 0; expired = await repo.expired(now())) await remove(expired, fires)
    },
  }
}
export type Silences = ReturnType<typeof createSilences>

/** Incidents that a silence concerns through at least one agent. */
function concerned(silence: Silence, fires: Fires): string[] {
  const met = (fires.get(keyOf(silence.target)) ?? []).filter(({ incident, agent }) => isFor(silence, incident, agent))
  return [...new Set(met.map(({ incident }) => incident.id))]
}

function howLong({ until, times }: Silence, now: number): string {
  if (times) return `maintenance from ${times.from} (${times.zone})`
  return until === null ? 'until it is back' : `for ${Math.round((until - now) / 60_000)} min`
}

const nothingFires = () =>
  new AppError('bad_request', 'Nothing fires there now: choose for how long it should be quiet', {
    code: 'alerts.nothing_fires',
  })
const tooMany = () =>
  new AppError('conflict', `There are ${SILENCES_MAX} silences, the maximum; end some`, {
    code: 'alerts.too_many_silences',
  })
