import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { CONNECTED } from '#server/agents/agent-row.ts'
import type { Looked } from './looks.ts'
import type { Seen } from './machine.ts'
import { judged, type NumberOf } from './numbers-judged.ts'
import type { JudgedRule } from './rules.repo.ts'
import type { Found } from './texts.ts'

type Seeable = { ref: number; status: AgentStatus }
/** A look from the point of view of one rule. */
export type Sight = {
  /** Agents of any owner that may begin to fire; used by rules about the fleet. */
  candidates: Iterable<number>
  /** True if an agent may begin to fire; used for each agent of a rule about an account's own. */
  mayBegin(ref: number): boolean
  /** Observation of an agent that has begun. */
  of(agent: Seeable): Seen
  found(ref: number): Found
}

const isConnected = ({ status }: Seeable) => CONNECTED.includes(status)
/** Statuses that count as unknown: the agent may be back in a moment, was never here, or is quarantined. */
const PASSING: AgentStatus[] = ['reconnecting', 'updating', 'pending']
const isPassing = ({ status }: Seeable) => PASSING.includes(status)
const nothing = () => ({})

type Given = { looked: Looked; numberOf: NumberOf; now: number }
type Rule<K extends AlertCondition['kind']> = JudgedRule & { condition: Extract<AlertCondition, { kind: K }> }

/** Reads a look for one rule. */
export function sightOf(rule: JudgedRule, given: Given): Sight {
  const { condition } = rule
  switch (condition.kind) {
    case 'metric':
      return sightOfNumber({ ...rule, condition }, given)
    case 'status':
      return sightOfStatus({ ...rule, condition }, given)
    case 'silent':
      return sightOfSilence({ ...rule, condition }, given)
    case 'commandFailed':
      return sightOfCommands({ ...rule, condition }, given)
    case 'outdated': {
      const { outdated } = given.looked
      const mayBegin = (ref: number) => outdated.has(ref)
      return { candidates: outdated, mayBegin, of: ({ ref }) => (mayBegin(ref) ? 'bad' : 'good'), found: nothing }
    }
  }
}

function sightOfNumber({ condition, clear }: Rule<'metric'>, { looked, numberOf }: Given): Sight {
  function seen(ref: number): Seen {
    const value = numberOf(ref, condition.metric)
    return value === undefined ? 'unknown' : judged(value, condition, clear.value)
  }
  return {
    candidates: looked.updated,
    mayBegin: (ref) => looked.updated.has(ref) && seen(ref) === 'bad',
    of: ({ ref }) => seen(ref),
    found: (ref) => ({ value: numberOf(ref, condition.metric) }),
  }
}

function sightOfStatus({ condition }: Rule<'status'>, { looked }: Given): Sight {
  const found = looked.refsByStatus.get(condition.status) ?? new Set()
  return {
    candidates: found,
    mayBegin: (ref) => found.has(ref),
    of(agent) {
      if (agent.status === condition.status) return 'bad'
      return isPassing(agent) || !isConnected(agent) ? 'unknown' : 'good'
    },
    found: nothing,
  }
}

function sightOfSilence({ condition }: Rule<'silent'>, { looked, now }: Given): Sight {
  const isSilent = (ref: number) => (looked.silent.get(ref) ?? now) <= now - condition.afterS * 1000
  return {
    candidates: looked.silent.keys(),
    mayBegin: isSilent,
    of(agent) {
      if (!isConnected(agent)) return 'unknown'
      return isSilent(agent.ref) ? 'bad' : 'good'
    },
    found: nothing,
  }
}

function sightOfCommands({ condition, updatedAt }: Rule<'commandFailed'>, { looked, now }: Given): Sight {
  // Failures before the rule was written don't count.
  const since = Math.max(now - condition.withinS * 1000, updatedAt)
  const isFailed = (ref: number) => (looked.failed.get(ref)?.at ?? 0) > since
  return {
    candidates: looked.failed.keys(),
    mayBegin: isFailed,
    of: ({ ref }) => (isFailed(ref) ? 'bad' : 'good'),
    found: (ref) => ({ command: isFailed(ref) ? looked.failed.get(ref)?.command : undefined }),
  }
}
