import { expect, test } from 'vitest'
import { createJudge } from '#server/alerts/judge.ts'
import type { JudgedRule } from '#server/alerts/rules.repo.ts'

const RULES = 100
const OTHERS = 5000
const FLEET = 20_000
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
const judgeOf = (rules: JudgedRule[], updated: Set<number>, numberOf: () => number) =>
  createJudge({
    repo: {
      rules: { listJudged: async () => rules },
      states: { rulesWithStandings: async () => [], standingsOfRule: async function* () {}, agents: async () => [] },
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
  let [inTurn, max, read] = [0, 0, 0]
  const nextTurn = () => {
    inTurn = 0
    if (read < FLEET) setImmediate(nextTurn)
  }
  // A rule without an owner is about the whole fleet.
  const judge = judgeOf([{ ...rule(1), ownerId: null }], updated, () => {
    read += 1
    inTurn += 1
    max = Math.max(max, inTurn)
    return 10
  })
  nextTurn()
  await judge(0)
  expect(read).toBe(FLEET)
  expect(max).toBeLessThanOrEqual(FLEET / 5)
})
