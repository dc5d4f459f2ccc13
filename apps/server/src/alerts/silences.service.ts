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
import { ruleReaderOf } from './rules.service.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { appliesTo, keyOf, keysOf, type Silence } from './silencing.ts'
import { acceptZone } from './zones.ts'

type NewSilence = Input<typeof alerts.silence>['body']
type Needs = {
  repo: SilencesRepo
  rules: Pick<AlertRulesRepo, 'find'>
  openIncidents: Pick<IncidentsRepo, 'listOpen' | 'firingAgents'>
  incidents: Pick<Incidents, 'find'>
  agents: Pick<AgentsService, 'get'>
  views: Pick<IncidentViews, 'announce'>
  tx: RunInTransaction<'audit' | 'silences'>
  live: Pick<Live, 'emit'>
  now: () => number
}
type FoundSilence = NonNullable<Awaited<ReturnType<SilencesRepo['find']>>>
/** Ids of the incidents that each silence covers through at least one agent. */
type ConcernedIncidents = ReadonlyMap<Silence, Set<string>>
/** Owner and name of a target. */
type TargetName = { ownerId: string | null; name: string }

/** Firing agents compared with the silences before the event loop does other work. */
const AGENTS_PER_BATCH = 500

/** Silences of people, and maintenance of machines. */
export function createSilences(needs: Needs) {
  const { repo, rules, openIncidents, incidents, agents, views, tx, live, now } = needs
  let lastCheckedId = ''

  /** @throws AppError not_found for a target that the caller does not see */
  async function findTarget(actor: Actor, target: SilenceTarget): Promise<TargetName> {
    const ownerId = actor.role === 'admin' ? null : actor.userId
    switch (target.kind) {
      case 'incident': {
        const { owner_id, rule_name } = await incidents.find(actor, target.id)
        return { ownerId: owner_id, name: rule_name }
      }
      case 'rule': {
        const found = await rules.find(ruleReaderOf(actor), target.id)
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

  /** Finds the open incidents that each silence concerns. */
  async function findConcerned(silences: Silence[]): Promise<ConcernedIncidents> {
    const concerned = new Map(silences.map((silence) => [silence, new Set<string>()]))
    const byTarget = Map.groupBy(silences, ({ target }) => keyOf(target))
    for await (const rows of openIncidents.listOpen()) {
      const incidentsById = new Map(
        rows.map((row) => [row.id, { id: row.id, ruleId: row.rule_id, ownerId: row.owner_id }]),
      )
      for await (const agents of openIncidents.firingAgents(rows)) {
        for await (const some of inParts(agents, AGENTS_PER_BATCH)) some.forEach(addIncident)
      }

      function addIncident(agent: FiringAgent): void {
        const incident = incidentsById.get(agent.incidentId)
        if (!incident) return
        const matching = keysOf(incident, agent).flatMap((key) => byTarget.get(key) ?? [])
        for (const silence of matching)
          if (appliesTo(silence, incident, agent)) concerned.get(silence)?.add(incident.id)
      }
    }
    return concerned
  }

  /** Announces silences and the affected incidents to their owners and authors. */
  async function announce(concerned: ConcernedIncidents): Promise<void> {
    const silences = [...concerned.keys()]
    const audiences = new Map(silences.map(({ ownerId, byId }) => [`${ownerId} ${byId}`, { ownerId, byId }]))
    for (const { ownerId, byId } of audiences.values()) {
      const { userIds = [], ...others } = audienceOf(ownerId)
      const by = byId === null ? [] : [byId]
      live.emit({ type: 'alerts.changed', data: {} }, { ...others, userIds: [...userIds, ...by] })
    }
    await views.announce([...new Set([...concerned.values()].flatMap((ids) => [...ids]))])
  }

  async function remove(concerned: ConcernedIncidents): Promise<void> {
    await repo.remove([...concerned.keys()].map(({ id }) => id))
    await announce(concerned)
  }

  return {
    list: (actor: Actor): Promise<AlertSilence[]> => repo.list(ruleReaderOf(actor)),

    async add(by: Caller, { target, forS, times, reason }: NewSilence): Promise<AlertSilence> {
      if (times) acceptZone(times.zone)
      const { ownerId, name } = await findTarget(by, target)
      const until = forS === undefined ? null : now() + forS * 1000
      const silence: Silence = {
        id: randomUUID(),
        ownerId,
        byId: by.userId,
        byName: by.username,
        target,
        until,
        times: times ?? null,
      }
      const concerned = await findConcerned([silence])
      if (!times && until === null && concerned.get(silence)?.size === 0) throw nothingFires()
      await tx(async (repos) => {
        if ((await repos.silences.count(ownerId)) >= SILENCES_MAX) throw tooMany()
        await repos.silences.insert({ ...silence, byId: by.userId, targetName: name, reason, now: now() })
        const details = [describeDuration(silence, now()), reason].filter(Boolean).join(': ')
        await repos.audit.insert(now(), { action: 'alert.silenced', by, target: { id: silence.id, name }, details })
      })
      await announce(concerned)
      return ((await repo.find(ruleReaderOf(by), silence.id)) as FoundSilence).view
    },

    async end(by: Caller, id: string): Promise<void> {
      const found = await repo.find(ruleReaderOf(by), id)
      if (!found) throw new AppError('not_found', 'There is no such silence', { code: 'alerts.no_silence' })
      await tx(async ({ silences, audit }) => {
        await silences.remove([id])
        await audit.insert(now(), { action: 'alert.silence_ended', by, target: { id, name: found.view.targetName } })
      })
      await announce(await findConcerned([found.silence]))
    },

    /** Removes expired silences, and those whose target has recovered. */
    async endDue(): Promise<void> {
      const waiting = await repo.listUntilRecovered(lastCheckedId)
      // The next call continues after this page; after the last page it starts again.
      lastCheckedId = waiting.at(-1)?.id ?? ''
      if (waiting.length > 0) {
        const concerned = await findConcerned(waiting)
        await remove(new Map([...concerned].filter(([, incidents]) => incidents.size === 0)))
      }
      let expired = await repo.listExpired(now())
      while (expired.length > 0) {
        await remove(await findConcerned(expired))
        expired = await repo.listExpired(now())
      }
    },
  }
}
export type Silences = ReturnType<typeof createSilences>

function describeDuration({ until, times }: Silence, now: number): string {
  if (times) return `maintenance from ${times.from} (${times.zone})`
  return until === null ? 'until it is back' : `for ${Math.round((until - now) / 60_000)} min`
}

const nothingFires = () =>
  new AppError('bad_request', 'No alert is firing there now; choose how long to silence it', {
    code: 'alerts.nothing_fires',
  })
const tooMany = () =>
  new AppError('conflict', `There are ${SILENCES_MAX} silences, the maximum; end some`, {
    code: 'alerts.too_many_silences',
  })
