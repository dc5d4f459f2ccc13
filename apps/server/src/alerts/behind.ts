import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { LEVELS_MAX } from '#server/agents/behind.ts'
import { inParts } from '#server/domain/in-parts.ts'
import { type IncidentStanding, type Observation, type RuleDelays, type Standing, type Step, step } from './machine.ts'
import type { JudgedAgent } from './states.repo.ts'

/** An agent upstream for which the rule fires; `incidentId` is null if it fired just now. */
export type Upstream = { ref: number; incidentId: string | null }
type Agents = ReadonlyMap<number, JudgedAgent>
type Standings = ReadonlyMap<number, IncidentStanding>

/** Agents ordered before the event loop does other work. */
const ORDERED_BATCH_SIZE = 2000
/** Maximum time by which an agent fires before its upstream, if the upstream counts as the cause. */
const FIRED_BEFORE_UPSTREAM_MAX_MS = 30_000
/** Maximum wait for an upstream that may turn out to be away, too. */
const UPSTREAM_WAIT_MAX_MS = 300_000
/** Maximum time by which an agent fails after its upstream fired. A later failure has its own cause. */
const FAILED_AFTER_UPSTREAM_MAX_MS = 300_000

/** Upstream agents of an agent, the nearest first. */
function* upstreamsOf(agent: JudgedAgent, agents: Agents): Generator<number> {
  let ref = agent.behindRef
  for (let level = 0; ref !== null && level < LEVELS_MAX; level++) {
    yield ref
    ref = agents.get(ref)?.behindRef ?? null
  }
}

/** Number of agents upstream. */
function levelOf(agent: JudgedAgent, agents: Agents): number {
  let level = 0
  for (const _ of upstreamsOf(agent, agents)) level += 1
  return level
}

/**
 * True if an upstream agent can be the cause of a condition, such as a lost connection. A full disk is reported
 * even while the upstream is away.
 */
export const canComeFromUpstream = (condition: AlertCondition): boolean =>
  condition.kind === 'silent' || (condition.kind === 'status' && condition.status === 'offline')

/** Orders agents so that each comes after its upstreams. */
export async function upstreamFirst(refs: ReadonlySet<number>, agents: Agents): Promise<number[]> {
  const byLevel: number[][] = []
  for await (const some of inParts(refs, ORDERED_BATCH_SIZE)) {
    for (const ref of some) {
      const agent = agents.get(ref)
      const level = agent ? levelOf(agent, agents) : 0
      byLevel[level] ??= []
      byLevel[level].push(ref)
    }
  }
  return byLevel.flat()
}

type StepInput = {
  agent: JudgedAgent
  previous: IncidentStanding | undefined
  observation: Observation
  delays: RuleDelays
  clock: number
  agents: Agents
  /** Standings of the upstream agents, already updated by this evaluation. */
  standings: Standings
}
type StepBehind = {
  next: Standing | undefined
  /** `upstream fired`: the agent fired first; it becomes a part of the upstream's incident afterwards. */
  happened?: Step['happened'] | 'upstream fired'
  isBehind: boolean
  /** The farthest upstream, the cause of the incident. */
  upstream?: Upstream | undefined
}

/** `step` for an agent that may have upstreams: if one of them fires, this one fires as a part of its incident. */
export function stepBehind({ agent, previous, observation, delays, clock, agents, standings }: StepInput): StepBehind {
  const upstreams = [...upstreamsOf(agent, agents)].map((ref) => ({ ref, ...standings.get(ref) }))
  const firing = upstreams.filter(({ state }) => state === 'firing')
  const isCauseFiring = firing.some(({ incidentId }) => incidentId === previous?.incidentId)
  if (previous?.isBehind && observation === 'bad' && !isCauseFiring) return pendingForOwnCause(previous, clock)

  const badSince = previous?.state === 'pending' ? previous.since : clock
  const upstream = firing
    .filter(({ since = 0 }) => badSince - since <= FAILED_AFTER_UPSTREAM_MAX_MS)
    .map(({ ref, incidentId = null }) => ({ ref, incidentId }))
    .at(-1)
  const stepped = step(previous, observation, upstream ? { ...delays, forMs: 0 } : delays, clock)
  if (upstream && stepped.happened === 'fired') return { ...stepped, isBehind: true, upstream }
  const mayUpstreamFire = upstreams.some(({ state, since = 0 }) => {
    return state === 'pending' && since + delays.forMs - clock <= UPSTREAM_WAIT_MAX_MS
  })
  if (mayUpstreamFire && stepped.happened === 'fired') return { next: previous, isBehind: false }
  if (previous && upstream?.incidentId === null && hasJustFired(previous, clock) && stepped.next?.state === 'firing') {
    return { ...stepped, happened: 'upstream fired', isBehind: true, upstream }
  }
  return { ...stepped, isBehind: previous?.isBehind === true && isOpen(stepped.next) }
}

/** True if the agent fired within `FIRED_BEFORE_UPSTREAM_MAX_MS`, for a cause of its own. */
const hasJustFired = ({ state, since, isBehind }: IncidentStanding, clock: number) =>
  state === 'firing' && !isBehind && clock - since <= FIRED_BEFORE_UPSTREAM_MAX_MS

export const isOpen = (standing: Standing | undefined): boolean =>
  standing?.state === 'firing' || standing?.state === 'clearing'

/**
 * Standing of an agent that still fails after its upstream has recovered. It leaves the shared incident, which does not
 * count as one of its firings. It becomes pending for a cause of its own.
 */
const pendingForOwnCause = ({ fires }: Standing, clock: number): StepBehind => ({
  next: { state: 'pending', since: clock, fires: Math.max(0, fires - 1) },
  happened: 'cleared',
  isBehind: false,
})
