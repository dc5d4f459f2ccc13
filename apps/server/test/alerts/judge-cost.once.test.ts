import { expect, test } from 'vitest'
import { createJudge } from '#server/alerts/judge.ts'
import { createNumberReader, type NumberOf } from '#server/alerts/numbers-judged.ts'
import type { JudgedRule } from '#server/alerts/rules.repo.ts'
import type { JudgedAgent } from '#server/alerts/states.repo.ts'
import { METRIC_SETS_PER_ACCOUNT, METRIC_SETS_PER_AGENT } from '#server/limits/limits.ts'
import { bucketOf } from '#server/telemetry/bucket.ts'
import { createNewestMinutes } from '#server/telemetry/newest-minutes.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const RULES = 100
const OTHERS = 5000
const FLEET = 20_000
/** Numbers (`ref`) of the agents of Ada. */
const [mine, alsoMine] = [1, 2]

const rule = (n: number): JudgedRule => ({
  id: `rule-${n}`,
  ownerId: 'ada',
  name: 'busy',
  severity: 'warning',
  selector: {},
  version: 1,
  updatedAt: 0,
  forS: 60,
  condition: { kind: 'metric', metric: 'cpu', is: 'above', value: 90 },
  clear: { forS: 60 },
  escalation: [],
})

/** A judge of these rules. The agents in `updated` have new numbers, which `numberOf` returns. */
const judgeOf = (
  rules: JudgedRule[],
  updated: Set<number>,
  numberOf: NumberOf,
  { countMinutes = (_ref: number): number => 1, agents = [] as JudgedAgent[] } = {},
) =>
  createJudge({
    repo: {
      rules: { listJudged: async () => rules },
      states: {
        rulesWithStandings: async () => [],
        standingsOfRule: async function* () {},
        agents: async () => agents,
      },
      commandViews: { restartedSince: async () => new Set() },
      silences: { listOfFleet: async () => [], listOfOwners: async function* () {} },
    },
    readFleet: async () => ({
      updated,
      owned: new Map([['ada', [mine, alsoMine]]]),
      refsByStatus: new Map(),
      silent: new Map(),
      failed: new Map(),
      outdated: new Set(),
    }),
    numberOf,
    countMinutes,
    now: () => 0,
  })

test('the evaluation of an account’s rules reads only numbers of its own agents', async () => {
  const updated = new Set([mine, alsoMine, ...Array.from({ length: OTHERS }, (_, n) => 10 + n)])
  let read = 0
  const judge = judgeOf(
    Array.from({ length: RULES }, (_, n) => rule(n)),
    updated,
    () => {
      read += 1
      return 10
    },
  )
  await judge(0)
  expect(read).toBe(RULES * 2)
})

test('the evaluation of a rule about a large fleet yields to other work after some of the agents', async () => {
  const updated = new Set(Array.from({ length: FLEET }, (_, ref) => ref))
  let [readInTurn, maxInTurn, read] = [0, 0, 0]
  const nextTurn = () => {
    readInTurn = 0
    if (read < FLEET) setImmediate(nextTurn)
  }
  // A rule without an owner is about the whole fleet.
  const judge = judgeOf([{ ...rule(1), ownerId: null }], updated, () => {
    read += 1
    readInTurn += 1
    maxInTurn = Math.max(maxInTurn, readInTurn)
    return 10
  })
  nextTurn()
  await judge(0)
  expect(read).toBe(FLEET)
  expect(maxInTurn).toBeLessThanOrEqual(FLEET / 5)
})

const SETS = METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT
const MINUTE = 60_000
/** Minutes that a turn reads, beyond those of its last agent. */
const MINUTES_PER_TURN = 2000

/** The newest minutes of agents, each with as many sets as it can have, all above the rule's bound. */
function fullMinutes(refs: number[], now: () => number) {
  const minutes = createNewestMinutes({
    metricNamesOf: async (ids) => new Map(ids.map((id) => [id, ['cpu']])),
    now,
  })
  for (const ref of refs) {
    const buckets = Array.from({ length: SETS }, (_, setId) => ({
      ref,
      setId,
      step: 60,
      at: 0,
      bucket: bucketOf([99]),
    }))
    minutes.add({ stepMs: MINUTE }, buckets)
  }
  return minutes
}

/** Counts what is read in each turn. */
function countInTurns() {
  const counted = countTurns()
  const counts = new Map<number, number>()
  return {
    add: (count: number) => counts.set(counted.turn, (counts.get(counted.turn) ?? 0) + count),
    stop: counted.stop,
    max: () => Math.max(...counts.values()),
    sum: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  }
}

test('a turn of the evaluation reads few minutes, however many sets of metrics an agent has', async () => {
  const refs = Array.from({ length: 40 }, (_, n) => n + 1)
  const minutes = fullMinutes(refs, () => MINUTE)
  const updated = await minutes.takeUpdated()
  const reads = countInTurns()
  const readOf = (ref: number) => {
    const found = minutes.of(ref)
    reads.add(found.length)
    return found
  }
  const agents = refs.map((ref): JudgedAgent => {
    return { ref, agentId: `${ref}`, name: null, ownerId: 'ada', tags: [], status: 'online', behindRef: null }
  })
  const numberOf = createNumberReader({ of: readOf, namesOf: minutes.namesOf })
  const atOnce = { ...rule(1), ownerId: null, forS: 0 }
  const { results } = await judgeOf([atOnce], updated, numberOf, { countMinutes: minutes.countOf, agents })(0)
  reads.stop()
  expect(results[0]?.verdicts.map(({ happened }) => happened)).toEqual(refs.map(() => 'fired'))
  expect(reads.sum()).toBe(3 * SETS * refs.length)
  expect(reads.max()).toBeLessThanOrEqual(MINUTES_PER_TURN + SETS)
})

test('the evaluation of a server that stops ends before the next rule', async () => {
  const stop = new AbortController()
  let read = 0
  const judge = judgeOf([rule(1), rule(2)], new Set([mine]), () => {
    read += 1
    stop.abort()
    return 10
  })
  await judge(0, stop.signal)
  expect(read).toBe(1)
})
