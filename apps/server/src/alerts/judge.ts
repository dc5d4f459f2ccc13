import { setImmediate } from 'node:timers/promises'
import { selects } from '@atalaya/contract/selector'
import type { Repos } from '#server/compose/repos.ts'
import { comesFromBefore, isOpen, stepBehind, type Upstream, upstreamFirst } from './behind.ts'
import type { Look } from './looks.ts'
import type { Placed, Standing } from './machine.ts'
import type { NumberOf } from './numbers-judged.ts'
import type { AlertRulesRepo, JudgedRule } from './rules.repo.ts'
import { type Sight, sightOf } from './sights.ts'
import type { SilencesRepo } from './silences.repo.ts'
import { counting, isWorkedOn } from './silencing.ts'
import type { AlertStatesRepo, JudgedAgent, StandingChange, StoredStanding } from './states.repo.ts'
import { textOf } from './texts.ts'

/** What happened to an agent by a rule, and how it stands now. */
export type Verdict = {
  change: StandingChange
  /** Absent where it is gone. */
  agent: JudgedAgent | undefined
  /** `followed`: what it lives behind fired right after it. */
  happened: 'fired' | 'followed' | 'cleared' | 'rule changed' | undefined
  text: string
  /** The incident that it was in. */
  incidentId: string | null
  /** Because of which it fired, or followed. */
  upstream: Upstream | undefined
}
/** What is to be written of one rule; no `rule` where it is no longer judged. */
export type Verdicts = { ruleId: string; rule: JudgedRule | undefined; verdicts: Verdict[] }

/** `isCalm`: no rule stands otherwise than well for any agent. */
export type Judgement = { results: Verdicts[]; isCalm: boolean }

type Needs = {
  repo: {
    rules: Pick<AlertRulesRepo, 'judged'>
    states: Pick<AlertStatesRepo, 'list' | 'agents'>
    commandViews: Pick<Repos['commandViews'], 'restartedSince'>
    silences: Pick<SilencesRepo, 'all'>
  }
  look: Look
  numberOf: NumberOf
  now: () => number
}
type Plan = { rule: JudgedRule; sight: Sight; stood: Map<number, StoredStanding>; refs: Set<number> }
type Given = { agents: Map<number, JudgedAgent>; atWork: Set<string>; clock: number }

/** Agents that are read, or judged, before others have their turn. */
const AGENTS_AT_ONCE = 500
/** A machine that was told to restart is left alone for so long. */
const RESTARTS_MS = 10 * 60_000

/** Judges all rules for all agents that they are about. It only reads; what it answers is to be written. */
export function createJudge({ repo, look, numberOf, now }: Needs) {
  /** These agents, with all that they live behind. */
  async function findAgents(refs: Iterable<number>): Promise<Map<number, JudgedAgent>> {
    const found = new Map<number, JudgedAgent>()
    const asked = new Set(refs)
    for (const left = [...asked]; left.length > 0; ) {
      for (const agent of await repo.states.agents(left.splice(0, AGENTS_AT_ONCE))) {
        const { ref, behindRef } = agent
        found.set(ref, agent)
        if (behindRef === null || asked.has(behindRef)) continue
        asked.add(behindRef)
        left.push(behindRef)
      }
      await setImmediate()
    }
    return found
  }

  /** The machines that are worked on: as planned, or because somebody ordered them to restart. */
  async function findWork(agents: Map<number, JudgedAgent>): Promise<Given['atWork']> {
    const atWork = new Set<string>()
    if (agents.size === 0) return atWork
    const planned = await counting(await repo.silences.all(), now())
    for (const left = [...agents.values()]; left.length > 0; await setImmediate()) {
      const some = left.splice(0, AGENTS_AT_ONCE)
      const ids = some.map(({ agentId }) => agentId)
      for (const id of await repo.commandViews.restartedSince(ids, now() - RESTARTS_MS)) atWork.add(id)
      for (const agent of some) if (isWorkedOn(planned, agent)) atWork.add(agent.agentId)
    }
    return atWork
  }

  /** A rule of an account costs what the account has, however many agents others have. */
  async function plansOf(rules: JudgedRule[], standings: Map<string, StoredStanding[]>): Promise<Plan[]> {
    const looked = await look(rules)
    const plans: Plan[] = []
    for (const rule of rules) {
      const sight = sightOf(rule, { looked, numberOf, now: now() })
      const stood = new Map(standings.get(rule.id)?.map((standing) => [standing.ref, standing]))
      const refs = new Set(stood.keys())
      const about = rule.ownerId === null ? sight.candidates : (looked.owned.get(rule.ownerId) ?? [])
      for (const ref of about) if (sight.mayBegin(ref)) refs.add(ref)
      plans.push({ rule, sight, stood, refs })
      await setImmediate()
    }
    return plans
  }

  return async (clock: number): Promise<Judgement> => {
    const rules = await repo.rules.judged()
    const standings = Map.groupBy(await repo.states.list(), ({ ruleId }) => ruleId)
    if (rules.length === 0 && standings.size === 0) return { results: [], isCalm: true }
    const isCalm = standings.size === 0
    const plans = await plansOf(rules, standings)
    const asked = new Set<number>()
    for (const { refs } of plans) for (const ref of refs) asked.add(ref)
    const agents = await findAgents(asked)
    const given: Given = { agents, atWork: await findWork(agents), clock }

    const results: Verdicts[] = []
    for (const plan of plans) {
      results.push({ ruleId: plan.rule.id, rule: plan.rule, verdicts: await verdictsOf(plan, given) })
      standings.delete(plan.rule.id)
      await setImmediate()
    }
    for (const [ruleId, left] of standings) results.push({ ruleId, rule: undefined, verdicts: left.map(leaving) })
    const changed = results.filter(({ verdicts }) => verdicts.length > 0)
    return { results: changed, isCalm: isCalm && changed.length === 0 }
  }
}
export type Judge = ReturnType<typeof createJudge>

async function verdictsOf(plan: Plan, given: Given): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const standings = new Map<number, Placed>(plan.stood)
  for (const [n, ref] of upstreamFirst(plan.refs, given.agents).entries()) {
    if (n % AGENTS_AT_ONCE === AGENTS_AT_ONCE - 1) await setImmediate()
    const agent = given.agents.get(ref)
    const stood = plan.stood.get(ref)
    const verdict =
      agent && isAbout(plan.rule, agent) ? verdictOn(agent, standings, plan, given) : stood && leaving(stood)
    if (!verdict) continue
    verdicts.push(verdict)
    if (verdict.change.next) standings.set(ref, verdict.change.next)
    else standings.delete(ref)
  }
  return verdicts
}

const isAbout = ({ ownerId, selector }: JudgedRule, agent: JudgedAgent): boolean =>
  (ownerId === null || ownerId === agent.ownerId) && selects(selector, agent)

/** Undefined where nothing changes. */
function verdictOn(
  agent: JudgedAgent,
  standings: ReadonlyMap<number, Placed>,
  { rule, sight, stood }: Plan,
  { agents, atWork, clock }: Given,
): Verdict | undefined {
  const before = stood.get(agent.ref)
  const seen = atWork.has(agent.agentId) ? 'unknown' : sight.of(agent)
  const patience = { forMs: rule.forS * 1000, clearMs: rule.clear.forS * 1000 }
  const placed = comesFromBefore(rule.condition) ? agent : { ...agent, behindRef: null }
  const stepped = stepBehind({ agent: placed, stood: before, seen, patience, clock, agents, standings })
  const { next, happened, isBehind, upstream } = stepped
  if (isSame(next, before) && isBehind === (before?.isBehind ?? false)) return undefined
  const incidentId = before?.incidentId ?? null
  return {
    change: {
      ...{ ruleId: rule.id, ref: agent.ref, version: before?.version ?? 0 },
      next: next && { ...next, incidentId: isOpen(next) ? incidentId : null, isBehind },
    },
    ...{ agent, happened, incidentId, upstream },
    text: happened === 'fired' || happened === 'followed' ? textOf(rule.condition, sight.found(agent.ref)) : '',
  }
}

/** The rule is no longer about the agent, or is off. */
const leaving = ({ ruleId, ref, version, incidentId }: StoredStanding): Verdict => ({
  change: { ruleId, ref, version, next: undefined },
  ...{ agent: undefined, happened: incidentId === null ? undefined : 'rule changed', text: '', incidentId },
  upstream: undefined,
})

const isSame = (one: Standing | undefined, other: Standing | undefined): boolean =>
  one?.state === other?.state && one?.since === other?.since && one?.fires === other?.fires
