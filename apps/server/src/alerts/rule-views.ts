import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { CONNECTED } from '#server/agents/agent-row.ts'
import type { FleetSnapshot } from './fleet-snapshot.ts'
import type { Observation } from './machine.ts'
import { judgeValue, type NumberOf } from './numbers-judged.ts'
import type { JudgedRule } from './rules.repo.ts'
import type { Violation } from './texts.ts'

/** `ref` is the agent's number in the database. */
type ObservedAgent = { ref: number; status: AgentStatus }
/** The fleet snapshot from the point of view of one rule. */
export type RuleView = {
  /** Agents of any owner that may begin to fire; used by rules about the fleet. */
  candidates: Iterable<number>
  /** True if an agent may begin to fire; used by rules about the agents of one account. */
  mayBegin(ref: number): boolean
  /** Observation of an agent that is pending or firing. */
  observe(agent: ObservedAgent): Observation
  violationOf(ref: number): Violation
}

const isConnected = ({ status }: ObservedAgent) => CONNECTED.includes(status)
const noDetails = () => ({})

type ViewInput = { fleet: FleetSnapshot; numberOf: NumberOf; now: number }
type Rule<K extends AlertCondition['kind']> = JudgedRule & { condition: Extract<AlertCondition, { kind: K }> }

/** Makes the view of one rule. */
export function ruleViewOf(rule: JudgedRule, input: ViewInput): RuleView {
  const { condition } = rule
  switch (condition.kind) {
    case 'metric':
      return viewOfNumber({ ...rule, condition }, input)
    case 'status':
      return viewOfStatus({ ...rule, condition }, input)
    case 'silent':
      return viewOfSilence({ ...rule, condition }, input)
    case 'commandFailed':
      return viewOfCommands({ ...rule, condition }, input)
    case 'outdated': {
      const { outdated } = input.fleet
      const mayBegin = (ref: number) => outdated.has(ref)
      return {
        candidates: outdated,
        mayBegin,
        observe: ({ ref }) => (mayBegin(ref) ? 'bad' : 'good'),
        violationOf: noDetails,
      }
    }
  }
}

function viewOfNumber({ condition, clear }: Rule<'metric'>, { fleet, numberOf }: ViewInput): RuleView {
  function observationOf(ref: number): Observation {
    const value = numberOf(ref, condition.metric)
    return value === undefined ? 'unknown' : judgeValue(value, condition, clear.value)
  }
  return {
    candidates: fleet.updated,
    mayBegin: (ref) => fleet.updated.has(ref) && observationOf(ref) === 'bad',
    observe: ({ ref }) => observationOf(ref),
    violationOf: (ref) => ({ value: numberOf(ref, condition.metric) }),
  }
}

function viewOfStatus({ condition }: Rule<'status'>, { fleet }: ViewInput): RuleView {
  const refs = fleet.refsByStatus.get(condition.status) ?? new Set()
  return {
    candidates: refs,
    mayBegin: (ref) => refs.has(ref),
    observe(agent) {
      if (agent.status === condition.status) return 'bad'
      // The fault of an agent that is away or updating is over only if it comes back without it.
      return isConnected(agent) && agent.status !== 'updating' ? 'good' : 'unknown'
    },
    violationOf: noDetails,
  }
}

function viewOfSilence({ condition }: Rule<'silent'>, { fleet, now }: ViewInput): RuleView {
  const isSilent = (ref: number) => (fleet.silent.get(ref) ?? now) <= now - condition.afterS * 1000
  return {
    candidates: fleet.silent.keys(),
    mayBegin: isSilent,
    observe(agent) {
      if (!isConnected(agent)) return 'unknown'
      return isSilent(agent.ref) ? 'bad' : 'good'
    },
    violationOf: noDetails,
  }
}

function viewOfCommands({ condition, updatedAt }: Rule<'commandFailed'>, { fleet, now }: ViewInput): RuleView {
  // Failures before the rule was last changed don't count.
  const since = Math.max(now - condition.withinS * 1000, updatedAt)
  const isFailed = (ref: number) => (fleet.failed.get(ref)?.at ?? 0) > since
  return {
    candidates: fleet.failed.keys(),
    mayBegin: isFailed,
    observe: ({ ref }) => (isFailed(ref) ? 'bad' : 'good'),
    violationOf: (ref) => ({ command: isFailed(ref) ? fleet.failed.get(ref)?.command : undefined }),
  }
}
