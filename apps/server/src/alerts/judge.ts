import { setImmediate } from 'node:timers/promises'
import { selects } from '@atalaya/contract/selector'
import type { Repos } from '#server/compose/repos.ts'
import { inParts } from '#server/domain/in-parts.ts'
import { canComeFromUpstream, isOpen, stepBehind, type Upstream, upstreamFirst } from './behind.ts'
import type { FleetSnapshot, ReadFleet } from './fleet-snapshot.ts'
import { createInForce, type SilencesInForce } from './in-force.ts'
import type { IncidentStanding, Standing } from './machine.ts'
import type { NumberOf } from './numbers-judged.ts'
import { type RuleView, ruleViewOf } from './rule-views.ts'
import type { AlertRulesRepo, JudgedRule } from './rules.repo.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { isInMaintenance } from './silencing.ts'
import type { AlertStatesRepo, JudgedAgent, StandingChange, StoredStanding } from './states.repo.ts'
import { textOf } from './texts.ts'

/** Result of a rule for one agent: what happened, and its next standing. */
export type Verdict = {
  change: StandingChange
  /** Absent if the agent was deleted. */
  agent: JudgedAgent | undefined
  /** `upstream fired`: the agent fired, and right after it its upstream did. */
  happened: 'fired' | 'upstream fired' | 'cleared' | 'rule changed' | undefined
  text: string
  /** Incident of the agent before this verdict. */
  incidentId: string | null
  /** Upstream agent that caused the change, if `fired` or `upstream fired` happened. */
  upstream: Upstream | undefined
}
/** Verdicts of one rule, to be written; `rule` is absent if it is no longer judged. */
export type Verdicts = { ruleId: string; rule: JudgedRule | undefined; verdicts: Verdict[] }

/** `isCalm`: every agent is fine by every rule. */
export type Judgement = { results: Verdicts[]; isCalm: boolean }

type Needs = {
  repo: {
    rules: Pick<AlertRulesRepo, 'listJudged'>
    states: Pick<AlertStatesRepo, 'rulesWithStandings' | 'standingsOfRule' | 'agents'>
    commandViews: Pick<Repos['commandViews'], 'restartedSince'>
    silences: Pick<SilencesRepo, 'listOfFleet' | 'listOfOwners'>
  }
  readFleet: ReadFleet
  numberOf: NumberOf
  /** Number of an agent's minutes that `numberOf` reads. */
  countMinutes(ref: number): number
  now: () => number
}
/** Agents to judge by a rule, with their stored standings. */
type Plan = { rule: JudgedRule; view: RuleView; standings: Map<number, StoredStanding>; refs: Set<number> }
type Evaluation = {
  agents: Map<number, JudgedAgent>
  inMaintenance: Set<string>
  silences: SilencesInForce
  /** Size of an agent in a batch: the number of its minutes that are read, at least 1. */
  sizeOf(ref: number): number
  clock: number
}

/** Agents, or minutes of them, read or judged before the event loop does other work. */
const AGENTS_PER_BATCH = 500
/** Same for the cheaper choice of the agents to read. */
const CHECKED_BATCH_SIZE = 2000
/** Time in ms for which an ordered restart exempts a machine from rules. */
const RESTART_EXEMPT_MS = 10 * 60_000

/** Judges all rules for all their agents. Only reads; the caller writes the result. */
export function createJudge({ repo, readFleet, numberOf, countMinutes, now }: Needs) {
  const sizeOf = (ref: number) => Math.max(1, countMinutes(ref))

  /** Loads agents and their upstreams that are not loaded yet; returns the newly loaded ones. */
  async function findAgents(loaded: Map<number, JudgedAgent>, refs: Iterable<number>): Promise<JudgedAgent[]> {
    const added: JudgedAgent[] = []
    const requested = new Set<number>()
    await addAll(requested, refs, (ref) => !loaded.has(ref))
    for (const queue = [...requested]; queue.length > 0; ) {
      for (const agent of await repo.states.agents(queue.splice(0, AGENTS_PER_BATCH))) {
        const { ref, behindRef } = agent
        loaded.set(ref, agent)
        added.push(agent)
        if (behindRef === null || loaded.has(behindRef) || requested.has(behindRef)) continue
        requested.add(behindRef)
        queue.push(behindRef)
      }
      await setImmediate()
    }
    return added
  }

  /** Adds machines under maintenance: it was planned, or somebody ordered a restart. */
  async function addMaintained(evaluation: Evaluation, agents: JudgedAgent[]): Promise<void> {
    if (agents.length === 0) return
    const { inMaintenance } = evaluation
    const silences = await evaluation.silences.maintenanceOf(agents)
    for await (const some of inParts(agents, AGENTS_PER_BATCH)) {
      const ids = some.map(({ agentId }) => agentId)
      for (const id of await repo.commandViews.restartedSince(ids, now() - RESTART_EXEMPT_MS)) inMaintenance.add(id)
      for (const agent of some) if (isInMaintenance(silences, agent)) inMaintenance.add(agent.agentId)
    }
  }

  /**
   * Collects the agents to judge. A rule of an account costs no more than its own agents, however large the fleet is.
   */
  async function planOf(rule: JudgedRule, fleet: FleetSnapshot, standings: Plan['standings']): Promise<Plan> {
    const view = ruleViewOf(rule, { fleet, numberOf, now: now() })
    const refs = new Set<number>()
    await addAll(refs, standings.keys())
    const covered = rule.ownerId === null ? view.candidates : (fleet.owned.get(rule.ownerId) ?? [])
    await addAll(refs, covered, view.mayBegin, sizeOf)
    return { rule, view, standings, refs }
  }

  async function standingsOf(ruleId: string): Promise<Plan['standings']> {
    const standings: Plan['standings'] = new Map()
    for await (const some of repo.states.standingsOfRule(ruleId))
      for (const standing of some) standings.set(standing.ref, standing)
    return standings
  }

  /** Once `stopping` is aborted the result has only some of the rules. */
  return async (clock: number, stopping?: AbortSignal): Promise<Judgement> => {
    const rules = await repo.rules.listJudged()
    const withStandings = new Set(await repo.states.rulesWithStandings())
    if (rules.length === 0 && withStandings.size === 0) return { results: [], isCalm: true }
    const isCalm = withStandings.size === 0
    const fleet = await readFleet(rules)
    const silences = createInForce(repo.silences, now())
    const evaluation: Evaluation = { agents: new Map(), inMaintenance: new Set(), silences, sizeOf, clock }

    const results: Verdicts[] = []
    for (const rule of rules) {
      if (stopping?.aborted) break
      const plan = await planOf(rule, fleet, withStandings.delete(rule.id) ? await standingsOf(rule.id) : new Map())
      await setImmediate()
      await addMaintained(evaluation, await findAgents(evaluation.agents, plan.refs))
      results.push({ ruleId: rule.id, rule, verdicts: await verdictsOf(plan, evaluation) })
      await setImmediate()
    }
    for (const ruleId of withStandings) {
      const standings = await standingsOf(ruleId)
      results.push({ ruleId, rule: undefined, verdicts: [...standings.values()].map(verdictOnLeaving) })
    }
    const changed = results.filter(({ verdicts }) => verdicts.length > 0)
    return { results: changed, isCalm: isCalm && changed.length === 0 }
  }
}
export type Judge = ReturnType<typeof createJudge>

/** Adds the wanted agents, in parts. */
async function addAll(
  target: Set<number>,
  refs: Iterable<number>,
  isWanted = (_ref: number) => true,
  sizeOf?: (ref: number) => number,
): Promise<void> {
  for await (const some of inParts(refs, CHECKED_BATCH_SIZE, sizeOf)) {
    for (const ref of some) if (isWanted(ref)) target.add(ref)
  }
}

async function verdictsOf(plan: Plan, evaluation: Evaluation): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  // The order lets each agent see the updated standings of its upstreams.
  const standings: Map<number, IncidentStanding> = plan.standings
  const inOrder = await upstreamFirst(plan.refs, evaluation.agents)
  for await (const some of inParts(inOrder, AGENTS_PER_BATCH, evaluation.sizeOf)) {
    for (const ref of some) {
      const agent = evaluation.agents.get(ref)
      const previous = plan.standings.get(ref)
      const verdict =
        agent && ruleCovers(plan.rule, agent)
          ? verdictOn(agent, standings, plan, evaluation)
          : previous && verdictOnLeaving(previous)
      if (!verdict) continue
      verdicts.push(verdict)
      if (verdict.change.next) standings.set(ref, verdict.change.next)
      else standings.delete(ref)
    }
  }
  return verdicts
}

const ruleCovers = ({ ownerId, selector }: JudgedRule, agent: JudgedAgent): boolean =>
  (ownerId === null || ownerId === agent.ownerId) && selects(selector, agent)

/** Verdict of a rule on an agent; undefined if nothing changes. */
function verdictOn(
  agent: JudgedAgent,
  standings: ReadonlyMap<number, IncidentStanding>,
  { rule, view, standings: stored }: Plan,
  { agents, inMaintenance, clock }: Evaluation,
): Verdict | undefined {
  const previous = stored.get(agent.ref)
  const observation = inMaintenance.has(agent.agentId) ? 'unknown' : view.observe(agent)
  const delays = { forMs: rule.forS * 1000, clearMs: rule.clear.forS * 1000 }
  // Hides the agent's upstreams from `stepBehind` if they can't be the cause.
  const linked = canComeFromUpstream(rule.condition) ? agent : { ...agent, behindRef: null }
  const stepped = stepBehind({ agent: linked, previous, observation, delays, clock, agents, standings })
  const { next, happened, isBehind, upstream } = stepped
  if (isSame(next, previous) && isBehind === (previous?.isBehind ?? false)) return undefined
  const incidentId = previous?.incidentId ?? null
  return {
    change: {
      ruleId: rule.id,
      ref: agent.ref,
      version: previous?.version ?? 0,
      next: next && { ...next, incidentId: isOpen(next) ? incidentId : null, isBehind },
    },
    agent,
    happened,
    incidentId,
    upstream,
    text:
      happened === 'fired' || happened === 'upstream fired' ? textOf(rule.condition, view.violationOf(agent.ref)) : '',
  }
}

/** Verdict when a rule is off or no longer covers the agent. */
const verdictOnLeaving = ({ ruleId, ref, version, incidentId }: StoredStanding): Verdict => ({
  change: { ruleId, ref, version, next: undefined },
  agent: undefined,
  happened: incidentId === null ? undefined : 'rule changed',
  text: '',
  incidentId,
  upstream: undefined,
})

const isSame = (one: Standing | undefined, other: Standing | undefined): boolean =>
  one?.state === other?.state && one?.since === other?.since && one?.fires === other?.fires
