import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { AlertCondition } from '@atalaya/contract/alert-rules'
import { CONNECTED } from '#server/agents/agent-row.ts'
import type { Looked } from './looks.ts'
import type { Seen } from './machine.ts'
import { judged, type NumberOf } from './numbers-judged.ts'
import type { JudgedRule } from './rules.repo.ts'
import type { Found } from './texts.ts'

type Seeable = { ref: number; status: AgentStatus }
/** What a look saw for one rule. */
export type Sight = {
  /** Agents for which it may begin, whoever the rule is about. */
  bad(): Iterable<number>
  /** How it is for an agent for which it began. */
  of(agent: Seeable): Seen
  found(ref: number): Found
}

const isConnected = ({ status }: Seeable) => CONNECTED.includes(status)
/** These say nothing: it may be back in a moment, was never here, or is kept out. */
const PASSING: AgentStatus[] = ['reconnecting', 'updating', 'pending']
const isPassing = ({ status }: Seeable) => PASSING.includes(status)
const nothing = () => ({})

type Given = { looked: Looked; numberOf: NumberOf; now: number }
type Rule<K extends AlertCondition['kind']> = JudgedRule & { condition: Extract<AlertCondition, { kind: K }> }

/** Reads out of a look what it says to a rule. */
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
      return { bad: () => outdated, of: ({ ref }) => (outdated.has(ref) ? 'bad' : 'good'), found: nothing }
    }
  }
}

function sightOfNumber({ condition, clear }: Rule<'metric'>, { looked, numberOf }: Given): Sight {
  function seen(ref: number): Seen {
    const value = numberOf(ref, condition.metric)
    return value === undefined ? 'unknown' : judged(value, condition, clear.value)
  }
  return {
    *bad() {
      for (const ref of looked.heard) if (seen(ref) === 'bad') yield ref
    },
    of: ({ ref }) => seen(ref),
    found: (ref) => ({ value: numberOf(ref, condition.metric) }),
  }
}

function sightOfStatus({ condition }: Rule<'status'>, { looked }: Given): Sight {
  return {
    bad: () => looked.refsByStatus.get(condition.status) ?? [],
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
    bad: () => [...looked.silent.keys()].filter(isSilent),
    of(agent) {
      if (!isConnected(agent)) return 'unknown'
      return isSilent(agent.ref) ? 'bad' : 'good'
    },
    found: nothing,
  }
}

function sightOfCommands({ condition, updatedAt }: Rule<'commandFailed'>, { looked, now }: Given): Sight {
  // What went wrong before the rule was written is no news.
  const since = Math.max(now - condition.withinS * 1000, updatedAt)
  const failed = new Map<number, string>()
  for (const { ref, at, command } of looked.failed) if (at > since && !failed.has(ref)) failed.set(ref, command)
  return {
    bad: () => failed.keys(),
    of: ({ ref }) => (failed.has(ref) ? 'bad' : 'good'),
    found: (ref) => ({ command: failed.get(ref) }),
  }
}
