import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { LEVELS_MAX } from '#server/agents/behind.ts'
import { inParts } from '#server/domain/in-parts.ts'
import { type Patience, type Placed, type Seen, type Standing, type Step, step } from './machine.ts'
import type { JudgedAgent } from './states.repo.ts'

/** An agent for which a rule fires, before others; in no incident yet where it began with this look. */
export type Upstream = { ref: number; incidentId: string | null }
type Agents = ReadonlyMap<number, JudgedAgent>
type Standings = ReadonlyMap<number, Placed>

/** Agents that are put in order before others have their turn. */
const ORDERED_AT_ONCE = 2000
/** What fires behind what fires within this time after it belongs to it. */
const FOLLOWED_MS = 30_000
/** So long an agent waits at most for one before it, of which it is not certain yet that it is away. */
const WAITS_MS = 300_000
/** What was still well so long after what it lives behind fired is away for a reason of its own. */
const FOLLOWS_MS = 300_000

/** What an agent lives behind, the nearest first. */
function* upstreamsOf(agent: JudgedAgent, agents: Agents): Generator<number> {
  let ref = agent.behindRef
  for (let level = 0; ref !== null && level < LEVELS_MAX; level++) {
    yield ref
    ref = agents.get(ref)?.behindRef ?? null
  }
}

/** How many others it lives behind. */
function levelOf(agent: JudgedAgent, agents: Agents): number {
  let level = 0
  for (const _ of upstreamsOf(agent, agents)) level += 1
  return level
}

/**
 * Whether what this asks can come from what an agent lives behind: that it is not heard of. Whose disk is full is told,
 * whatever is wrong before it.
 */
export const comesFromBefore = (condition: AlertCondition): boolean =>
  condition.kind === 'silent' || (condition.kind === 'status' && condition.status === 'offline')

/** Agents in an order in which each comes after what it lives behind. */
export async function upstreamFirst(refs: ReadonlySet<number>, agents: Agents): Promise<number[]> {
  const byLevel: number[][] = []
  for await (const some of inParts(refs, ORDERED_AT_ONCE)) {
    for (const ref of some) {
      const agent = agents.get(ref)
      const level = agent ? levelOf(agent, agents) : 0
      byLevel[level] ??= []
      byLevel[level].push(ref)
    }
  }
  return byLevel.flat()
}

type Given = {
  agent: JudgedAgent
  stood: Placed | undefined
  seen: Seen
  patience: Patience
  clock: number
  agents: Agents
  /** How the rule stands for others, of those that come before this agent after this look. */
  standings: Standings
}
type StepBehind = {
  next: Standing | undefined
  happened?: Step['happened'] | 'followed'
  isBehind: boolean
  /** That for which it fires, the farthest. */
  upstream?: Upstream | undefined
}

/** As `step`, for an agent that may live behind others. What goes with one of them that fires is away because of that one. */
export function stepBehind({ agent, stood, seen, patience, clock, agents, standings }: Given): StepBehind {
  const before = [...upstreamsOf(agent, agents)].map((ref) => ({ ref, ...standings.get(ref) }))
  const firing = before.filter(({ state }) => state === 'firing')
  const isStill = firing.some(({ incidentId }) => incidentId === stood?.incidentId)
  if (stood?.isBehind && seen === 'bad' && !isStill) return beginAnew(stood, clock)

  const went = stood?.state === 'pending' ? stood.since : clock
  const upstream = firing
    .filter(({ since = 0 }) => went - since <= FOLLOWS_MS)
    .map(({ ref, incidentId = null }) => ({ ref, incidentId }))
    .at(-1)
  const taken = step(stood, seen, upstream ? { ...patience, forMs: 0 } : patience, clock)
  if (upstream && taken.happened === 'fired') return { ...taken, isBehind: true, upstream }
  const isComing = before.some(({ state, since = 0 }) => {
    return state === 'pending' && since + patience.forMs - clock <= WAITS_MS
  })
  if (isComing && taken.happened === 'fired') return { next: stood, isBehind: false }
  if (stood && upstream?.incidentId === null && isYoung(stood, clock) && taken.next?.state === 'firing') {
    return { ...taken, happened: 'followed', isBehind: true, upstream }
  }
  return { ...taken, isBehind: stood?.isBehind === true && isOpen(taken.next) }
}

/** It fired just now, and for its own. */
const isYoung = ({ state, since, isBehind }: Placed, clock: number) =>
  state === 'firing' && !isBehind && clock - since <= FOLLOWED_MS

export const isOpen = (standing: Standing | undefined): boolean =>
  standing?.state === 'firing' || standing?.state === 'clearing'

/** What it lived behind is back and it is not: from now on that counts as its own, and what it fired for others does not. */
const beginAnew = ({ fires }: Standing, clock: number): StepBehind => ({
  next: { state: 'pending', since: clock, fires: Math.max(0, fires - 1) },
  ...{ happened: 'cleared', isBehind: false },
})
